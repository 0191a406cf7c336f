import * as z from 'zod/mini'

import { endpoint } from './endpoint.ts'

/** Counts for the navigation. */
export const showCounts = endpoint({
  surface: 'x',
  method: 'GET',
  path: '/api/x/counts',
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
