import * as z from 'zod/mini'

/** An image below the origin of the service. */
export const Logo = z.object({
  path: z.string(),
  /** In pixels. */
  width: z.int(),
  height: z.int(),
})

/**
 * The business that an invoice is for, as that says it: as the customer was when it was sent, or is now for a draft. Empty
 * where nothing is known, and on invoices that were sent before they said it.
 */
export const BilledTo = z.object({
  company: z.string(),
  /** One line below the other. */
  address: z.string(),
  /** The parts of the address; `country` is an ISO 3166-1 code, such as `DE`, or empty for none that is known. */
  street: z.string(),
  postal_code: z.string(),
  city: z.string(),
  state: z.string(),
  country: z.string(),
  tax_number: z.string(),
  /** What the customer’s invoices name unless one has a reference of its own. */
  reference: z.string(),
  /** Such as `0204:04011000-12345-34`; empty for none. */
  electronic_address: z.string(),
  /** Where invoices are emailed; empty for the customer’s own address. */
  email: z.string(),
})
export type BilledTo = z.infer<typeof BilledTo>

/** What an invoice says of a business of which nothing is known. */
export const nobodyBilled: BilledTo = {
  company: '',
  address: '',
  street: '',
  postal_code: '',
  city: '',
  state: '',
  country: '',
  tax_number: '',
  reference: '',
  electronic_address: '',
  email: '',
}

/** Who sends a document, as that says it: as the company was when the document was sent, or is now for a draft. */
export const DocumentSender = z.object({
  name: z.string(),
  address: z.string(),
  /** Who answers questions, how they are called and written to, in a line; empty for nobody. */
  contact: z.string(),
  tax_number: z.string(),
  bank_details: z.string(),
  /** Where invoices are paid online, with `{number}`, `{amount}` and `{currency}`; empty for nowhere. */
  payment_link: z.string(),
  invoice_footer: z.string(),
  time_zone: z.string(),
  logo: z.nullable(Logo),
})
export type DocumentSender = z.infer<typeof DocumentSender>
