import { addressLines, addressParts } from '#contract/address.ts'
import type { BilledTo } from '#contract/document-sender.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'

interface Billed {
  readonly status: string
  readonly customer_id: number
  readonly billed_to: string | null
}

/** Reads the business that the invoice is for: what it said when it was sent, or what the customer is now for a draft. */
export async function readBilledTo(
  tenant: Tenant,
  { status, customer_id, billed_to }: Billed,
): Promise<BilledTo> {
  if (billed_to !== null) return JSON.parse(billed_to) as BilledTo
  const customer =
    status === 'draft'
      ? await tenant
          .select('customers')
          .select(['company_name', ...addressParts])
          .where('id', '=', customer_id)
          .executeTakeFirst()
      : undefined
  return customer ? billedToOf(customer) : { company: '', address: '' }
}

/** The business of a customer as invoices name it. */
export const billedToOf = (
  customer: { readonly company_name: string | null } & Parameters<typeof addressLines>[0],
): BilledTo => ({
  company: customer.company_name?.trim() ?? '',
  address: addressLines(customer).join('\n'),
})
