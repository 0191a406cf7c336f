import * as z from 'zod/mini'

import { longestInvoice } from '../invoices/limits.ts'
import { LanguageChoice } from '../invoices/looks.ts'
import { isCurrency } from '../values/currencies.ts'
import { line } from '../values/texts.ts'
import { EmailAddress } from '../wire/emails.ts'
import { endpoint } from '../wire/endpoint.ts'
import { idParams } from '../wire/surface.ts'

/** Longest text each value may have, in characters (UTF-16 units). */
export const longestBilling = { taxNumber: 60, reference: 100, electronicAddress: 120 } as const

const terms = `Choose payment terms from 0 to ${longestInvoice.paymentDays} days`

/** How a customer is billed, beside their company and its address; what isn’t known is empty. */
export const CustomerBilling = z.object({
  /** Such as a VAT number, with the code of its country: `DE123456789`. */
  tax_number: line('tax_number', longestBilling.taxNumber),
  /** Where invoices are emailed instead of the customer’s own address. */
  email: z.union([z.literal(''), EmailAddress], 'Enter an email address, like name@example.com'),
  /** What the customer’s invoices name, such as a Leitweg-ID; an invoice may have a reference of its own. */
  reference: line('reference', longestBilling.reference),
  /** Where electronic invoices are sent: a scheme of the list EAS and the address in it, as in `0204:04011000-12345-34`. */
  electronic_address: line('electronic_address', longestBilling.electronicAddress).check(
    z.regex(/^(|[0-9]{4}:\S+)$/, 'Enter a scheme of four digits and an address, like 9930:DE123456789'),
  ),
  /** What new invoices start with instead of the company’s defaults; null for those. */
  currency: z.nullable(
    z.string('Choose a currency').check(z.refine(isCurrency, 'Choose a currency that is in use')),
  ),
  /** Days until they’re due. */
  payment_days: z.nullable(z.int(terms).check(z.gte(0, terms), z.lte(longestInvoice.paymentDays, terms))),
  /** Of invoices, instead of that of their template; null for that one. What isn’t given stays. */
  language: LanguageChoice,
  /** Whether reminders with a day are sent to them; what isn’t given stays. */
  automatic_reminders: z.optional(z.boolean('automatic_reminders must be true or false')),
})
export type CustomerBilling = z.infer<typeof CustomerBilling>

/** With the version that an update names; `ETag` has the same. */
export const StoredBilling = z.extend(CustomerBilling, {
  language: z.nonoptional(CustomerBilling.shape.language),
  automatic_reminders: z.nonoptional(CustomerBilling.shape.automatic_reminders),
  id: z.int(),
  version: z.int(),
})
export type StoredBilling = z.infer<typeof StoredBilling>

/** All of it, as it is stored. */
export type KnownBilling = Omit<StoredBilling, 'id' | 'version'>

/** The billing details of a customer of whom nothing is known. */
export const noBilling: KnownBilling = {
  tax_number: '',
  email: '',
  reference: '',
  electronic_address: '',
  currency: null,
  payment_days: null,
  language: null,
  automatic_reminders: true,
}

const one = {
  surface: 'x',
  path: '/api/x/customers/:id/billing',
  record: 'customers',
  params: idParams,
  response: z.object({ data: StoredBilling }),
} as const

export const showBilling = endpoint({
  ...one,
  method: 'GET',
  text: 'how the customer is billed: `tax_number`, `email` (for invoices; empty for their own), `reference` (their order or Leitweg-ID), `electronic_address` (`0204:04011000-12345-34`), `currency` and `payment_days` of new invoices (null for the company’s), the `language` of its documents (`en`, `de`, `fr`, `es`, `nl`; null for that of their template), and whether `automatic_reminders` are sent; the `ETag` is the customer’s version',
})

export const updateBilling = endpoint({
  ...one,
  method: 'PUT',
  text: 'replaces it, except for `language` and `automatic_reminders` where they aren’t given; sent invoices don’t change',
  needsVersion: true,
  isIdempotent: true,
  ability: 'customers.manage',
  body: CustomerBilling,
})
