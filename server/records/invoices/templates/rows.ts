import type { Selectable } from 'kysely'

import { type InvoiceLook, standardLook } from '#contract/invoice-looks.ts'
import type { InvoiceTemplate } from '#contract/invoice-templates.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import type { InvoiceTemplateTable } from '#server/platform/db/tables/templates.ts'
import { HttpError } from '#server/platform/http/errors.ts'

/** An invoice template as it is stored. */
export type InvoiceTemplateRow = Omit<Selectable<InvoiceTemplateTable>, 'account_id'>

const columns = ['id', 'name', 'is_default', 'look', 'created_at', 'updated_at', 'version'] as const

/** Returns all of them, by name. */
export async function listInvoiceTemplates(tenant: Tenant): Promise<InvoiceTemplate[]> {
  const rows = await tenant
    .select('invoice_templates')
    .select(columns)
    .orderBy('name')
    .orderBy('id')
    .execute()
  return rows.map(toInvoiceTemplate)
}

/** Reads the template; with `forChange`, it is locked until the end of the transaction. Throws 404. */
export async function readInvoiceTemplateRow(
  tenant: Tenant,
  id: number,
  { forChange = false }: { readonly forChange?: boolean } = {},
): Promise<InvoiceTemplateRow> {
  const query = tenant.select('invoice_templates').select(columns).where('id', '=', id)
  const row = await (forChange ? tenant.dialect.forNoKeyUpdate(query) : query).executeTakeFirst()
  if (!row) throw new HttpError('NOT_FOUND')
  return row
}

export const readInvoiceTemplate = async (tenant: Tenant, id: number): Promise<InvoiceTemplate> =>
  toInvoiceTemplate(await readInvoiceTemplateRow(tenant, id))

const lookOf = ({ look }: Pick<InvoiceTemplateRow, 'look'>): InvoiceLook => JSON.parse(look) as InvoiceLook

const toInvoiceTemplate = ({ look, is_default, ...row }: InvoiceTemplateRow): InvoiceTemplate => ({
  ...row,
  ...lookOf({ look }),
  is_default: is_default === 1,
})

/** What decides the look of an invoice. */
interface LookSource {
  readonly customer_id: number
  readonly status: string
  readonly look: string | null
}

/**
 * Returns what the invoice looks like: as it was when it was sent, or as its draft would be sent now. What was sent without a
 * template keeps the standard look.
 */
export async function readLook(
  tenant: Tenant,
  { customer_id, status, look }: LookSource,
): Promise<InvoiceLook> {
  if (look !== null) return lookOf({ look })
  if (status !== 'draft') return standardLook
  const chosen = await currentLook(tenant, customer_id)
  return chosen === null ? standardLook : lookOf({ look: chosen })
}

/** The look of the customer's template, or else of the account's default, as it is stored; null without any. */
export async function currentLook(tenant: Tenant, customer_id: number): Promise<string | null> {
  const rows = await tenant
    .select('invoice_templates')
    .leftJoin('customers', (join) =>
      join
        .onRef('customers.invoice_template_id', '=', 'invoice_templates.id')
        .on('customers.account_id', '=', tenant.account)
        .on('customers.id', '=', customer_id),
    )
    .select(['invoice_templates.look', 'customers.id as chosen_by'])
    .where((eb) => eb.or([eb('customers.id', 'is not', null), eb('invoice_templates.is_default', '=', 1)]))
    .execute()
  return (rows.find(({ chosen_by }) => chosen_by !== null) ?? rows[0])?.look ?? null
}
