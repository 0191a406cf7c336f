import * as z from 'zod/mini'

import { invoiceStatuses } from '../invoices/filter.ts'
import { deliveryStatuses } from '../webhooks/delivery-filter.ts'
import { WebhookSummary } from '../webhooks/summary.ts'
import { endpoint } from '../wire/endpoint.ts'

/** Surface X: one search over everything that has a page. */

/** The most results of a kind. */
export const mostResults = 5

const Person = z.object({
  id: z.int(),
  name: z.string(),
  last_name: z.string(),
  email: z.string(),
  phone: z.nullish(z.string()),
  company_name: z.nullable(z.string()),
})

/** A proposal or contract; the amount is a decimal of its currency. */
const Document = z.object({
  id: z.int(),
  number: z.string(),
  title: z.string(),
  customer_name: z.string(),
  status: z.string(),
  total_amount: z.number(),
  currency: z.string(),
})

/** Results by kind; each list has at most `mostResults`. */
export const SearchResults = z.object({
  customers: z.array(
    z.extend(Person, {
      profile_photo_path: z.nullable(z.string()),
      /** Absent where the service knows no archive. */
      is_archived: z.optional(z.boolean()),
    }),
  ),
  invoices: z.array(
    z.object({
      id: z.int(),
      invoice_number: z.string(),
      customer_name: z.string(),
      status: z.enum(invoiceStatuses),
      /** A decimal of its currency. */
      total_amount: z.number(),
      currency: z.string(),
    }),
  ),
  /** By number. */
  credit_notes: z._default(
    z.array(
      z.object({
        id: z.int(),
        credit_number: z.string(),
        customer_name: z.string(),
        total_amount: z.number(),
        currency: z.string(),
      }),
    ),
    [],
  ),
  /** By number, title and customer. */
  proposals: z._default(z.array(Document), []),
  contracts: z._default(z.array(Document), []),
  services: z.array(
    z.object({ id: z.int(), name: z.string(), category: z.nullable(z.string()), is_active: z.boolean() }),
  ),
  /** Empty without the ability `contacts.view`. */
  contacts: z.array(z.extend(Person, { customer_id: z.nullable(z.int()) })),
  /** Like `deliveries`, empty without the ability `settings.manage`. */
  webhooks: z.array(WebhookSummary),
  /** Those of the event whose id is the whole query. */
  deliveries: z.array(
    z.object({
      id: z.int(),
      webhook_id: z.int(),
      webhook_name: z.nullable(z.string()),
      url: z.string(),
      event: z.string(),
      event_id: z.string(),
      status: z.enum(deliveryStatuses),
    }),
  ),
})
export type SearchResults = z.infer<typeof SearchResults>

/** The result of an empty search. */
export const noResults: SearchResults = {
  customers: [],
  invoices: [],
  credit_notes: [],
  proposals: [],
  contracts: [],
  services: [],
  contacts: [],
  webhooks: [],
  deliveries: [],
}

export const search = endpoint({
  surface: 'x',
  method: 'GET',
  path: '/api/x/search',
  text: 'customers, invoices, credit notes, proposals, contracts, services, contacts, webhooks and deliveries that contain every word of `q`, the newest five of each; a delivery by its whole event id; what the caller may not see is empty',
  query: z.object({
    q: z
      .string('q must be given once')
      .check(
        z.minLength(1, 'q must not be empty'),
        z.maxLength(200, 'q must be at most 200 characters'),
        z.regex(/^[^\0]*$/, 'q must not contain NUL characters'),
      ),
  }),
  response: z.object({ data: SearchResults }),
})
