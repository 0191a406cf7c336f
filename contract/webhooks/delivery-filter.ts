import * as z from 'zod/mini'

import { dayFilter } from '../wire/list-query.ts'
import { EventName } from './event-name.ts'

/** `failed` was retried as often as its settings allow; `discarded` was queued when its webhook was disabled. */
export const deliveryStatuses = ['pending', 'delivered', 'failed', 'discarded'] as const

/** Which deliveries of an endpoint to list. `code` is a response code (`404`) or its class (`4xx`). */
export const deliveryFilter = {
  status: z.optional(z.enum(deliveryStatuses, `status must be one of ${deliveryStatuses.join(', ')}`)),
  event: z.optional(EventName),
  code: z.optional(
    z
      .string('code must be given once')
      .check(z.regex(/^[1-5](xx|[0-9]{2})$/, 'code must be a status such as 404, or a class such as 4xx')),
  ),
  from: dayFilter('from'),
  to: dayFilter('to'),
}
