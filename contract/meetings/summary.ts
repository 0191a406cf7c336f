import * as z from 'zod/mini'

import { Datetime } from '../wire/surface.ts'

/** Meetings as lists and the overview show them, apart from their endpoints, which only their own screens need. */

export const meetingStatuses = ['scheduled', 'canceled'] as const
export type MeetingStatus = (typeof meetingStatuses)[number]

/** A meeting as lists show it. */
export const MeetingSummary = z.object({
  id: z.int(),
  title: z.string(),
  status: z.enum(meetingStatuses),
  customer_id: z.nullable(z.int()),
  customer_name: z.nullable(z.string()),
  starts_at: Datetime,
  ends_at: Datetime,
  time_zone: z.string(),
  place: z.string(),
  link: z.string(),
  /** The customer made it, in the portal. */
  made_by_customer: z.boolean(),
  /** How many are invited. */
  attendee_count: z.int(),
  created_at: Datetime,
  updated_at: Datetime,
})
export type MeetingSummary = z.infer<typeof MeetingSummary>
