import type { PortalMeeting } from '#contract/portal/portal.ts'
import { timeZone } from '#lib/locale.ts'
import { rangeText, zoneText } from '#lib/meeting-time.ts'
import { newKey } from '#lib/new-key.ts'

import { type PortalError, base, call } from './api.ts'
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
  const { starts_at, ends_at, time_zone } = data
  const { permissions, viewed_by, business, time_zone: businessZone } = portal.session
  const canChange = data.is_own && data.is_to_come && viewed_by === null
  const calendar = downloads(portal)
  const clock = (zone: string) => rangeText(starts_at, ends_at, zone)
  const at = (zone: string) => `${clock(zone)} (${zoneText(zone)})`
  const here = timeZone()
  const isElsewhere = ![time_zone, businessZone].some((zone) => clock(zone) === clock(here))
  return h(
    'main',
    {},
    ...head(portal, data.title, !data.is_to_come && status('meeting', data.status)),
    h(
      'div',
      { class: 'meeting' },
      facts([
        [say('When'), at(time_zone)],
        [say('Your time'), isElsewhere && at(here)],
        [
          say('At {business}', { business: business.name }),
          time_zone === businessZone ? null : at(businessZone),
        ],
        [say('Place'), data.place],
        [
          say('Link'),
          data.link !== '' &&
            h('a', { href: data.link, rel: 'noopener noreferrer', target: '_blank' }, data.link),
        ],
        [say('Attendees'), data.attendees.join(', ')],
      ]),
    ),
    data.notes !== '' && h('div', { class: 'card' }, h('p', { class: 'notes', dir: 'auto' }, data.notes)),
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
