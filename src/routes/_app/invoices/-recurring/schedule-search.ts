import * as z from 'zod/mini'

import { pageDefaults, pageSearch } from '#lib/page-search.ts'

export const scheduleDefaults = pageDefaults

/** The list of schedules as its URL states it. */
export const ScheduleSearch = z.object({
  ...pageSearch,
  customer: z.optional(z.catch(z.optional(z.int()), undefined)),
})
export type ScheduleSearch = z.infer<typeof ScheduleSearch>
