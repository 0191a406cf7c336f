import * as z from 'zod/mini'

import { endpoint } from './endpoint.ts'

/** Surface X: what changed, as it happens. */

/** Topics of live changes: the first part of the query keys that open screens should read again. */
export const LiveChange = z.object({
  topic: z.enum([
    'webhooks',
    'deliveries',
    'customers',
    'custom-fields',
    'contacts',
    'services',
    'invoices',
    'documents',
    'templates',
    'meetings',
    'imports',
    'company',
    'people',
    'credentials',
    'notifications',
    'views',
  ]),
  /** The record, where one is meant: a webhook for `deliveries`. */
  id: z.nullable(z.int()),
})
export type LiveChange = z.infer<typeof LiveChange>

/** How far back a stream can begin, in milliseconds. */
export const longestRecentMs = 600_000

const recent = 'recent_ms must be a whole number of milliseconds'

export const watchChanges = endpoint({
  surface: 'x',
  method: 'GET',
  path: '/api/x/live',
  text: 'server-sent events `change` with `{topic, id}`, of `?account=`; a comment every 15 seconds keeps the line open; with `recent_ms` it begins with what changed in that time',
  access: 'staff',
  query: z.object({
    account: z.optional(z.string('account must be the id of an account')),
    recent_ms: z.optional(
      z.pipe(z.string(recent).check(z.regex(/^[0-9]{1,9}$/, recent)), z.transform(Number)),
    ),
  }),
  response: z.undefined(),
})
