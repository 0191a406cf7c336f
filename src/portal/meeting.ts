import type { MeetingTexts } from '#contract/meetings/meetings.ts'
import type { PortalMeeting } from '#contract/portal/portal.ts'
import { timeZone } from '#lib/locale.ts'
import { rangeText, zoneText } from '#lib/meeting-time.ts'
import { newKey } from '#lib/new-key.ts'

import { type PortalError, base, call } from './api.ts'
import { attendance } from './attendance.ts'
import { h } from './dom.ts'
import { downloads } from './download.ts'
import { editMeeting } from './meeting-form.ts'
import { meetingProblem } from './meeting-problem.ts'
import { oneAtATime } from './one-at-a-time.ts'
import { type Portal, facts, head, status } from './view.ts'
import { say } from './words.ts'

/** A meeting that the customer is invited to, or has made. */
export async function meeting(portal: Portal, id: string): Promise<HTMLElement> {
  const { data } = await call<{ data: PortalMeeting }>(`/meetings/${id}`)
  const { permissions, viewed_by, business, time_zone } = portal.session
  const canChange = data.is_own && data.is_to_come && viewed_by === null
  const calendar = downloads(portal)
  return h(
    'main',
    {},
    ...head(portal, data.title, !data.is_to_come && status('meeting', data.status)),
    meetingFacts(data, { business: business.name, time_zone }, [
      [say('Attendees'), data.attendees.join(', ')],
    ]),
    meetingNotes(data),
    data.can_answer &&
      viewed_by === null &&
      attendance(data, business.name, (input) => call(`/meetings/${id}/answer`, input)),
    h(
      'div',
      { class: 'actions' },
      data.is_to_come &&
        calendar.link(
          { href: `${base}/meetings/${id}/ics`, download: 'meeting.ics' },
          { class: 'button' },
          say('Add to calendar'),
        ),
      canChange &&
        permissions.includes('edit-meeting') &&
        h('button', { type: 'button', click: () => editMeeting(portal, data) }, say('Change meeting')),
      canChange &&
        permissions.includes('delete-meeting') &&
        h('button', { type: 'button', click: () => cancelMeeting(portal, data) }, say('Cancel meeting')),
    ),
    calendar.problem,
  )
}

/** When and where a meeting is. */
export function meetingFacts(
  { starts_at, ends_at, time_zone, place, link }: Omit<MeetingTexts, 'title' | 'notes'>,
  { business, time_zone: businessZone }: { readonly business: string; readonly time_zone: string },
  more: Parameters<typeof facts>[0] = [],
) {
  const clock = (zone: string) => rangeText(starts_at, ends_at, zone)
  const at = (zone: string) => `${clock(zone)} (${zoneText(zone)})`
  const here = timeZone()
  const isElsewhere = ![time_zone, businessZone].some((zone) => clock(zone) === clock(here))
  return h(
    'div',
    { class: 'meeting' },
    facts([
      [say('When'), at(time_zone)],
      [say('Your time'), isElsewhere && at(here)],
      [say('At {business}', { business }), time_zone === businessZone ? null : at(businessZone)],
      [say('Place'), place],
      [
        say('Link'),
        link !== '' && h('a', { href: link, rel: 'noopener noreferrer', target: '_blank' }, link),
      ],
      ...more,
    ]),
  )
}

export const meetingNotes = ({ notes }: Pick<MeetingTexts, 'notes'>) =>
  notes !== '' && h('div', { class: 'card' }, h('p', { class: 'notes', dir: 'auto' }, notes))

/** Asks before the meeting is canceled. */
function cancelMeeting(portal: Portal, { id, title, version }: PortalMeeting): void {
  const problem = h('p', { role: 'alert', class: 'problem' })
  // Of one that was canceled without word of it, the next attempt is the same.
  const key = newKey()
  const send = oneAtATime(async () => {
    problem.textContent = ''
    try {
      await call(`/meetings/${id}/cancel`, {}, { version, key })
      dialog.close()
      portal.reload()
    } catch (error) {
      problem.textContent = meetingProblem(error as PortalError)
    }
  })
  const keep = h('button', { type: 'button', click: () => dialog.close() }, say('Keep meeting'))
  const dialog = h(
    'dialog',
    { 'aria-label': say('Cancel this meeting?'), close: () => dialog.remove() },
    h('h2', {}, say('Cancel this meeting?')),
    h(
      'p',
      {},
      say('{business} sees that you canceled “{title}”.', { business: portal.session.business.name, title }),
    ),
    problem,
    h(
      'div',
      { class: 'actions' },
      h('button', { type: 'button', class: 'main', click: () => void send() }, say('Cancel meeting')),
      keep,
    ),
  )
  document.body.append(dialog)
  dialog.showModal()
  keep.focus()
}
