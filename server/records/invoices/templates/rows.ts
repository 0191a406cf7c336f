import { type DocumentLook, standardLook } from '#contract/invoices/looks.ts'
import { taxNameIn } from '#contract/invoices/tax-names.ts'
import { countryCodeOf } from '#contract/values/countries.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import type { CompanyVersion } from '#server/records/company/versions.ts'
import { toBilling } from '#server/records/customers/billing.ts'

/** Columns that decide the look of an invoice. */
interface LookSource {
  readonly customer_id: number
  readonly status: string
  readonly look: string | null
}

/** Who sends the invoice. */
type Sender = Pick<CompanyVersion, 'country'>

/**
 * Returns what the invoice looks like: as it was when it was sent, or as its draft would be sent now. What was sent without a
 * look keeps the standard one.
 */
export async function readLook(
  tenant: Tenant,
  { customer_id, status, look }: LookSource,
  sender: Sender,
): Promise<DocumentLook> {
  return look === null && status === 'draft' ? currentLook(tenant, customer_id, sender) : lookOr(look)
}

/**
 * The look of an invoice that is sent now: that of the customer's template, of the account's default or the standard one, in the
 * language of the customer and the region of the sender.
 */
export async function currentLook(
  tenant: Tenant,
  customer_id: number,
  { country }: Sender,
): Promise<DocumentLook> {
  const rows = await tenant
    .select('customers')
    .leftJoin('invoice_templates', (join) =>
      join
        .on('invoice_templates.account_id', '=', tenant.account)
        .on((eb) =>
          eb.or([
            eb('invoice_templates.id', '=', eb.ref('customers.invoice_template_id')),
            eb('invoice_templates.is_default', '=', 1),
          ]),
        ),
    )
    .select(['billing', 'invoice_template_id as chosen', 'invoice_templates.id', 'look'])
    .where('customers.id', '=', customer_id)
    .execute()
  const template = rows.find(({ id, chosen }) => id !== null && id === chosen) ?? rows[0]
  // Drafts of a customer who was deleted look as those of one about whom nothing was chosen.
  const look = template ? template.look : await defaultLook(tenant)
  const chosen = lookOr(look)
  const language = toBilling(template?.billing ?? null).language ?? chosen.language
  const region = countryCodeOf(country)
  if (region === undefined) return { ...chosen, language }
  const tax_name = taxNameIn(language, region)
  return { ...chosen, language, region, ...(tax_name !== undefined && { tax_name }) }
}

async function defaultLook(tenant: Tenant): Promise<string | null> {
  const row = await tenant
    .select('invoice_templates')
    .select('look')
    .where('is_default', '=', 1)
    .executeTakeFirst()
  return row?.look ?? null
}

/** The look as it is stored; the standard one for null. */
export const lookOr = (look: string | null): DocumentLook =>
  look === null ? standardLook : (JSON.parse(look) as DocumentLook)
