import * as z from 'zod/mini'

import { endpoint } from './endpoint.ts'

/** Surface X: what changed, as it happens. */

/** What changed: the first part of the query keys that open screens should read again. */
export const LiveChange = z.object({
  topic: z.enum(['webhooks', 'deliveries', 'customers', 'contacts', 'services', 'invoices']),
  /** The record, where one is meant: a webhook for `deliveries`. */
  id: z.nullable(z.int()),
})
export type LiveChange = z.infer<typeof LiveChange>

/** Server-sent events named `change`, each with a `LiveChange`; a comment every 15 s keeps the line open. */
export const watchChanges = endpoint({
  surface: 'x',
  method: 'GET',
  path: '/api/x/live',
  access: 'staff',
  query: z.object({ account: z.optional(z.string('account must be the id of an account')) }),
  response: z.undefined(),
})
