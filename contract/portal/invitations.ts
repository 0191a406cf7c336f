import * as z from 'zod/mini'

import { MeetingAnswerInput, MeetingAnswered } from '../meetings/answers.ts'
import { endpoint } from '../wire/endpoint.ts'
import { PortalMeetingRow, PortalSession, linkToken, publicEntrance } from './portal.ts'

/** Surface X: answers of people who are invited to a meeting, with the link in their invitation. */

/** An invitation as the person who got it sees it, who may be no customer. */
export const Invitation = z.object({
  ...z.pick(PortalSession, { business: true, time_zone: true, language: true, locale: true }).shape,
  meeting: z.extend(PortalMeetingRow, { notes: z.string() }),
  ...MeetingAnswered.shape,
})
export type Invitation = z.infer<typeof Invitation>

const invitation = { ...publicEntrance, response: z.object({ data: Invitation }) } as const

/** What the link in an invitation leads to. 422 for somebody who is no longer invited, 429 after too many unknown ones. */
export const openInvitation = endpoint({
  ...invitation,
  path: '/api/x/portal/invitation',
  body: z.object({ token: linkToken }),
})

/** Answers the invitation; the last answer counts. 409 once the meeting is canceled or over, 422 as above. */
export const answerInvitation = endpoint({
  ...invitation,
  path: '/api/x/portal/invitation/answer',
  body: z.extend(MeetingAnswerInput, { token: linkToken }),
})
