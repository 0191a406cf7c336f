import type { MeetingTexts } from '#contract/meetings.ts'
import type { PortalMeeting } from '#contract/portal.ts'
import { isTimeZone, localTimeOf, timeOfLocal } from '#contract/zoned-time.ts'
import { timeZone, timeZones } from '#lib/locale.ts'
import { zoneText } from '#lib/meeting-time.ts'
import { newKey } from '#lib/new-key.ts'

import { type PortalError, call } from './api.ts'
import { type Child, h } from './dom.ts'
import { meetingProblem } from './meeting-problem.ts'
import { oneAtATime } from './one-at-a-time.ts'
import type { Portal } from './view.ts'
import { say } from './words.ts'

const hourMs = 60 * 60_000

/** Defaults of a new meeting: an hour that begins on the hour, a day from now. */
function newMeeting(): MeetingTexts {
  const start = Math.ceil((Date.now() + 24 * hourMs) / hourMs) * hourMs
  return {
    title: '',
    starts_at: new Date(start).toISOString(),
    ends_at: new Date(start + hourMs).toISOString(),
    time_zone: timeZone(),
    place: '',
    link: '',
    notes: '',
  }
}

/** Asks when and where to meet, and makes the meeting or changes it. */
export function editMeeting(portal: Portal, meeting?: PortalMeeting): void {
  const start = meeting ?? newMeeting()
  const title = say(meeting ? 'Change meeting' : 'New meeting')
  const action = say(meeting ? 'Save' : 'Create meeting')
  // The same until it has worked, so that after a lost response nothing is done twice or refused for its own change.
  const key = newKey()
  const startZone = isTimeZone(start.time_zone) ? start.time_zone : timeZone()
  const local = (datetime: string) => localTimeOf(Date.parse(datetime), startZone)
  const text = (id: string, value: string, attributes: Record<string, string | number | boolean> = {}) =>
    h('input', { id, value, 'aria-describedby': 'meeting-problem', ...attributes })
  const name = text('meeting-title', start.title, { required: true, maxlength: 200 })
  const from = text('meeting-start', local(start.starts_at), { type: 'datetime-local', required: true })
  // It stays as long when it is moved.
  let begun = from.value
  from.addEventListener('change', () => {
    const [before, after, end] = [begun, from.value, to.value].map((value) => timeOfLocal(value, zone.value))
    const ends = (end ?? 0) + (after ?? 0) - (before ?? 0)
    if (!Number.isNaN(ends)) to.value = localTimeOf(ends, zone.value)
    if (from.value !== '') begun = from.value
  })
  const to = text('meeting-end', local(start.ends_at), { type: 'datetime-local', required: true })
  const zone = h('select', { id: 'meeting-zone' }, ...zoneOptions(startZone))
  const place = text('meeting-place', start.place, { maxlength: 300 })
  const address = text('meeting-link', start.link, {
    type: 'url',
    maxlength: 2000,
    placeholder: 'https://',
  })
  const notes = h('textarea', { id: 'meeting-notes', rows: 3, maxlength: 5000 }, start.notes)
  const problem = h('p', { id: 'meeting-problem', role: 'alert', class: 'problem' })
  const submit = h('button', { type: 'submit', class: 'main' }, action)
  const reject = (message: string, input: HTMLElement) => {
    problem.textContent = message
    input.setAttribute('aria-invalid', 'true')
    input.focus()
  }
  const read = (): MeetingTexts | undefined => {
    for (const input of [name, from, to]) input.removeAttribute('aria-invalid')
    const [starts, ends] = [from, to].map(({ value }) => timeOfLocal(value, zone.value)) as [number, number]
    if (name.value.trim() === '') return void reject(say('Enter a title'), name)
    if (Number.isNaN(starts)) return void reject(say('Enter when it begins'), from)
    if (Number.isNaN(ends) || ends <= starts) return void reject(say('The end must be after the start'), to)
    return {
      title: name.value,
      starts_at: new Date(starts).toISOString(),
      ends_at: new Date(ends).toISOString(),
      time_zone: zone.value,
      place: place.value,
      link: address.value,
      notes: notes.value,
    }
  }
  const send = oneAtATime(async () => {
    const texts = read()
    if (!texts) return
    problem.textContent = ''
    submit.textContent = say('Saving…')
    try {
      const { data } = meeting
        ? await call<Saved>(`/meetings/${meeting.id}`, texts, {
            method: 'PUT',
            version: meeting.version,
            key,
          })
        : await call<Saved>('/meetings', texts, { key })
      dialog.close()
      if (meeting || !portal.session.permissions.includes('view-meeting')) portal.reload()
      else portal.open(`/portal/meetings/${data.id}`)
    } catch (error) {
      submit.textContent = action
      problem.textContent = meetingProblem(error as PortalError)
    }
  })
  const dialog = h(
    'dialog',
    { 'aria-label': title, close: () => dialog.remove() },
    h(
      'form',
      {
        novalidate: true,
        submit: (event) => {
          event.preventDefault()
          void send()
        },
      },
      h('h2', {}, title),
      ...labeled(say('Title'), name),
      ...labeled(say('Starts'), from),
      ...labeled(say('Ends'), to),
      ...labeled(say('Time zone'), zone),
      ...labeled(say('Place (optional)'), place),
      ...labeled(say('Link (optional)'), address),
      ...labeled(say('Notes (optional)'), notes),
      problem,
      h(
        'div',
        { class: 'actions' },
        submit,
        h('button', { type: 'button', click: () => dialog.close() }, say('Cancel')),
      ),
    ),
  )
  document.body.append(dialog)
  dialog.showModal()
  name.focus()
}

interface Saved {
  readonly data: { readonly id: number }
}

const labeled = (label: string, input: HTMLElement): Child[] => [h('label', { for: input.id }, label), input]

const zoneOptions = (current: string) =>
  [...new Set([current, ...timeZones()])]
    .toSorted()
    .map((zone) => h('option', { value: zone, selected: zone === current }, zoneText(zone)))
