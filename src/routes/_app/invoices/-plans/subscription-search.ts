import * as z from 'zod/mini'

import { subscriptionStatuses } from '#contract/invoices/subscription-states.ts'
import { scheduleSorts } from '#contract/wire/list-sorts.ts'
import { anyOf, listSearch, optionalOf } from '#lib/page-search.ts'

/** The list of subscriptions as its URL states it. */
export const SubscriptionSearch = z.object({
  ...listSearch(scheduleSorts),
  plan: optionalOf(z.int()),
  status: anyOf(z.enum(subscriptionStatuses)),
})
export type SubscriptionSearch = z.infer<typeof SubscriptionSearch>
