import * as z from 'zod/mini'

import { scheduleStatuses } from '#contract/invoices/schedule-filter.ts'
import { scheduleSorts } from '#contract/wire/list-sorts.ts'
import { anyOf, listSearch, optionalOf } from '#lib/page-search.ts'

/** The list of recurring invoices as its URL states it. */
export const ScheduleSearch = z.object({
  ...listSearch(scheduleSorts),
  customer: optionalOf(z.int()),
  status: anyOf(z.enum(scheduleStatuses)),
})
export type ScheduleSearch = z.infer<typeof ScheduleSearch>
