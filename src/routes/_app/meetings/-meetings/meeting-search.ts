import * as z from 'zod/mini'

import { pageDefaults, pageSearch } from '#lib/page-search.ts'

export const meetingDefaults = { ...pageDefaults, search: '', when: 'upcoming' } as const

/** The list as its URL states it. */
export const MeetingSearch = z.object({
  ...pageSearch,
  search: z._default(z.catch(z.string(), ''), ''),
  when: z._default(z.catch(z.enum(['upcoming', 'past', 'canceled']), 'upcoming'), 'upcoming'),
  customer: z.optional(z.catch(z.optional(z.int()), undefined)),
})
export type MeetingSearch = z.infer<typeof MeetingSearch>
