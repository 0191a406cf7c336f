import type { Invitation } from '#contract/portal/invitations.ts'

import { type PortalError, call } from './api.ts'
import { attendance } from './attendance.ts'
import { h } from './dom.ts'
import { linkProblem } from './entrance.ts'
import { meetingFacts, meetingNotes } from './meeting.ts'
import { status } from './view.ts'
import { speak } from './words.ts'

/** Opens the link in an invitation, which may belong to someone who isn’t a customer. Calls `draw` with the page to show. */
export async function openInvitation(
  token: string,
  draw: (page: HTMLElement, invitation?: Invitation) => void,
): Promise<void> {
  try {
    const { data } = await call<{ data: Invitation }>('/invitation', { token })
    speak(data)
    draw(invitationPage(token, data), data)
  } catch (error) {
    draw(linkProblem(error as PortalError, () => void openInvitation(token, draw)))
  }
}

function invitationPage(token: string, { meeting, business, time_zone, ...answered }: Invitation) {
  return h(
    'main',
    {},
    h(
      'header',
      { class: 'title' },
      h('h1', { tabindex: -1, dir: 'auto' }, meeting.title),
      !meeting.is_to_come && status('meeting', meeting.status),
    ),
    meetingFacts(meeting, { business: business.name, time_zone }),
    meetingNotes(meeting),
    meeting.is_to_come &&
      attendance(answered, business.name, (input) => call('/invitation/answer', { token, ...input })),
  )
}
