import * as z from 'zod/mini'

import { scheduleSorts, scheduleStatuses } from '#contract/schedule-filter.ts'
import { pageDefaults, pageSearch } from '#lib/page-search.ts'

export const scheduleDefaults = { ...pageDefaults, search: '' }

/** The list of schedules as its URL states it. */
export const ScheduleSearch = z.object({
  ...pageSearch,
  customer: z.optional(z.catch(z.optional(z.int()), undefined)),
  search: z._default(z.catch(z.string(), ''), ''),
  status: z.optional(z.catch(z.optional(z.enum(scheduleStatuses)), undefined)),
  /** The newest first unless given. */
  sort: z.optional(z.catch(z.optional(z.enum(scheduleSorts)), undefined)),
})
export type ScheduleSearch = z.infer<typeof ScheduleSearch>
