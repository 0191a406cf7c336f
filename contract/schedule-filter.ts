import { bothWays } from './list-query.ts'

/** `ended`: nothing follows. */
export const scheduleStatuses = ['active', 'paused', 'ended'] as const
export type ScheduleStatus = (typeof scheduleStatuses)[number]

/** Orders of the list. Those that draft nothing more come last by `next_on`, in both directions. */
export const scheduleSorts = bothWays(['id', 'customer_name', 'next_on'])
export type ScheduleSort = (typeof scheduleSorts)[number]
