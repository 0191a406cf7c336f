import { type InvoiceLook, standardLook } from '#contract/invoice-looks.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'

/** Columns that decide the look of an invoice. */
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
  if (look !== null) return lookOf(look)
  if (status !== 'draft') return standardLook
  const chosen = await currentLook(tenant, customer_id)
  return chosen === null ? standardLook : lookOf(chosen)
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

/** The look as it is stored; the standard one for null. */
export const lookOr = (look: string | null): InvoiceLook => (look === null ? standardLook : lookOf(look))

export const lookOf = (look: string): InvoiceLook => JSON.parse(look) as InvoiceLook
