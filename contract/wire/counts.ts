import * as z from 'zod/mini'

import { endpoint } from './endpoint.ts'

export const showCounts = endpoint({
  surface: 'x',
  method: 'GET',
  path: '/api/x/counts',
  text: 'overdue invoices, failing webhooks and, for a session, `unread_notifications` (up to 100), for a navigation',
  response: z.object({
    data: z.object({
      overdue_invoices: z.int(),
      /** Disabled after failures, or failing now; 0 without the ability `settings.manage`. */
      failing_webhooks: z.int(),
      /** Notifications that the person hasn't read; absent for keys. */
      unread_notifications: z.optional(z.int()),
    }),
  }),
})
