import type { MeetingTexts } from '#contract/meetings/meetings.ts'
import type { PortalMeeting } from '#contract/portal/portal.ts'
import { dayMs, hourMs } from '#contract/values/durations.ts'
import { timeZone } from '#lib/locale.ts'
import { newKey } from '#lib/new-key.ts'

import { type PortalError, call } from './api.ts'
import { h } from './dom.ts'
import { meetingProblem } from './meeting-problem.ts'
import { labeled, whenPart } from './meeting-when.ts'
import { oneAtATime } from './one-at-a-time.ts'
import type { Portal } from './view.ts'
import { say } from './words.ts'

/** Defaults of a new meeting: an hour that begins on the hour, a day from now. */
function newMeeting(): MeetingTexts {
  const start = Math.ceil((Date.now() + dayMs) / hourMs) * hourMs
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
  const text = (id: string, value: string, attributes: Record<string, string | number | boolean> = {}) =>
    h('input', { id, value, 'aria-describedby': 'meeting-problem', ...attributes })
  const name = text('meeting-title', start.title, { required: true, maxlength: 200 })
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

  const when = whenPart(portal, start, {
    meeting,
    onOffered(usual) {
      if (meeting || place.value !== '' || address.value !== '') return
      place.value = usual.place
      address.value = usual.link
    },
  })
  const read = async (): Promise<MeetingTexts | undefined> => {
    for (const input of dialog.querySelectorAll('[aria-invalid]')) input.removeAttribute('aria-invalid')
    if (name.value.trim() === '') return void reject(say('Enter a title'), name)
    const moments = await when.read()
    if (!moments) return undefined
    if ('problem' in moments) return void reject(moments.problem, moments.input)
    const others = { title: name.value, place: place.value, link: address.value, notes: notes.value }
    return { ...others, ...moments }
  }
  const send = oneAtATime(async () => {
    const texts = await read()
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
      // Somebody else was faster.
      if ((error as PortalError).field === 'starts_at') when.renew()
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
      when.element,
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
