import { addressLines, addressParts } from '#contract/customers/address.ts'
import { type BilledTo, nobodyBilled } from '#contract/invoices/document-sender.ts'
import { countryCodeOf } from '#contract/values/countries.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import { toBilling } from '#server/records/customers/billing.ts'

interface Billed {
  readonly status: string
  readonly customer_id: number
  readonly billed_to: string | null
}

type Customer = Parameters<typeof addressLines>[0] & {
  readonly company_name: string | null
  readonly billing: string | null
}

/** Reads the business that the invoice is for: what it said when it was sent, or what the customer is now for a draft. */
export async function readBilledTo(
  tenant: Tenant,
  { status, customer_id, billed_to }: Billed,
): Promise<BilledTo> {
  // What was sent before has fewer parts.
  if (billed_to !== null) return { ...nobodyBilled, ...(JSON.parse(billed_to) as Partial<BilledTo>) }
  const customer =
    status === 'draft'
      ? await tenant
          .select('customers')
          .select(['company_name', 'billing', ...addressParts])
          .where('id', '=', customer_id)
          .executeTakeFirst()
      : undefined
  return customer ? billedToOf(customer) : nobodyBilled
}

/** The business of a customer as invoices name it. */
export function billedToOf(customer: Customer): BilledTo {
  const part = (key: (typeof addressParts)[number]) => customer[key]?.trim() ?? ''
  const { tax_number, reference, electronic_address, email } = toBilling(customer.billing)
  return {
    company: customer.company_name?.trim() ?? '',
    address: addressLines(customer).join('\n'),
    street: [part('address_1'), part('address_2')].filter((text) => text !== '').join('\n'),
    postal_code: part('zip_code'),
    city: part('city'),
    state: part('state'),
    country: countryCodeOf(part('country')) ?? '',
    tax_number,
    reference,
    electronic_address,
    email,
  }
}
