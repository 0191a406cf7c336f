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

export const openInvitation = endpoint({
  ...invitation,
  path: '/api/x/portal/invitation',
  text: '`{"token"}`: what the link in an invitation to a meeting leads to: the `meeting`, the `business`, and what its reader answered; 422 for somebody who is no longer invited, 429 after too many unknown ones',
  body: z.object({ token: linkToken }),
})

export const answerInvitation = endpoint({
  ...invitation,
  path: '/api/x/portal/invitation/answer',
  text: '`{"token", "answer", "note"}`: answers it, as often as they like, and returns the same; 409 once the meeting is canceled or over, 422 for somebody who is no longer invited, 429 after 20 in a minute',
  body: z.extend(MeetingAnswerInput, { token: linkToken }),
})
