import * as z from 'zod/mini'

import { scheduleSorts } from '#contract/schedule-filter.ts'
import { subscriptionStatuses } from '#contract/subscription-states.ts'
import { pageDefaults, pageSearch } from '#lib/page-search.ts'

export const subscriptionDefaults = { ...pageDefaults, search: '', sort: 'next_on' } as const

/** The list of subscriptions as its URL states it: the next invoice first, unless it says otherwise. */
export const SubscriptionSearch = z.object({
  ...pageSearch,
  search: z._default(z.catch(z.string(), ''), ''),
  plan: z.optional(z.catch(z.optional(z.int()), undefined)),
  status: z.optional(z.catch(z.optional(z.enum(subscriptionStatuses)), undefined)),
  sort: z._default(z.catch(z.enum(scheduleSorts), 'next_on'), 'next_on'),
})
export type SubscriptionSearch = z.infer<typeof SubscriptionSearch>
