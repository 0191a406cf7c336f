import * as z from 'zod/mini'

import { block } from '../values/texts.ts'

/** What somebody who is invited answers, as calendars call it (RFC 5545, PARTSTAT). */
export const meetingAnswers = ['accepted', 'tentative', 'declined'] as const
export type MeetingAnswer = (typeof meetingAnswers)[number]

const problem = `answer must be one of ${meetingAnswers.join(', ')}`

/** An answer to an invitation; the last one counts. */
export const MeetingAnswerInput = z.object({
  answer: z.enum(meetingAnswers, problem),
  /** For the business; empty for none. */
  note: block('note', 500),
})
export type MeetingAnswerInput = z.infer<typeof MeetingAnswerInput>

/** What somebody has answered to an invitation, if anything. */
export const MeetingAnswered = z.object({
  /** Null until they answer, and again after the meeting was moved. */
  answer: z.nullable(z.enum(meetingAnswers)),
  note: z.string(),
})
export type MeetingAnswered = z.infer<typeof MeetingAnswered>
