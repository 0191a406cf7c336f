import type { MeetingTexts } from '#contract/meetings/meetings.ts'
import type { PortalMeeting, PortalMeetingTimes } from '#contract/portal/portal.ts'
import { minuteMs } from '#contract/values/durations.ts'
import { isTimeZone, localTimeOf, timeOfLocal } from '#contract/values/zoned-time.ts'
import { dateFormat, timeZone, timeZones } from '#lib/locale.ts'
import { zoneText } from '#lib/meeting-time.ts'

import { type PortalError, call } from './api.ts'
import { h } from './dom.ts'
import { meetingProblem } from './meeting-problem.ts'
import type { Portal } from './view.ts'
import { say } from './words.ts'

type Moments = Pick<MeetingTexts, 'starts_at' | 'ends_at' | 'time_zone'>

/** What is wrong with an input. */
interface Rejected {
  readonly problem: string
  readonly input: HTMLElement
}

/** The inputs for when to meet. */
interface When {
  readonly inputs: readonly HTMLElement[]
  readonly read: () => Moments | Rejected
}

export const labeled = (label: string, input: HTMLElement): HTMLElement[] => [
  h('label', { for: input.id }, label),
  input,
]

interface WhenPart {
  readonly element: HTMLElement
  /** Looks for free times again. */
  readonly renew: () => void
  /** Returns what was chosen or what is wrong with it, once there is something to choose; undefined where that couldn't be read. */
  readonly read: () => Promise<Moments | Rejected | undefined>
}

/** The part of the form that asks when to meet: at any time, or at one that is free. */
export function whenPart(
  portal: Portal,
  start: Moments,
  {
    meeting,
    onOffered,
  }: { meeting?: PortalMeeting | undefined; onOffered: (offer: PortalMeetingTimes) => void },
): WhenPart {
  const element = h('div')
  let when: When | undefined
  const offer = async () => {
    const day = element.querySelector<HTMLSelectElement>('#meeting-day')?.value
    element.replaceChildren(h('p', { class: 'quiet' }, say('Looking for free times…')))
    try {
      const { data } = await call<{ data: PortalMeetingTimes }>(
        meeting ? `/meetings/${meeting.id}/times` : '/meeting-times',
      )
      const { minutes } = data
      when =
        minutes === null
          ? anyTime(start)
          : freeTime({ ...data, minutes }, { business: portal.session.business.name, meeting, day })
      element.replaceChildren(...when.inputs)
      onOffered(data)
    } catch (error) {
      when = undefined
      element.replaceChildren(
        h('p', { role: 'alert', class: 'problem' }, meetingProblem(error as PortalError)),
        h('button', { type: 'button', click: renew }, say('Try again')),
      )
    }
  }
  let offered: Promise<void>
  const renew = () => {
    offered = offer()
  }
  renew()
  return {
    element,
    renew,
    async read() {
      await offered
      return when?.read()
    },
  }
}

/** Any time, on clocks of any zone. */
function anyTime(start: Moments): When {
  const startZone = isTimeZone(start.time_zone) ? start.time_zone : timeZone()
  const moment = (id: string, datetime: string) =>
    h('input', {
      id,
      value: localTimeOf(Date.parse(datetime), startZone),
      type: 'datetime-local',
      required: true,
      'aria-describedby': 'meeting-problem',
    })
  const from = moment('meeting-start', start.starts_at)
  const to = moment('meeting-end', start.ends_at)
  const zone = h('select', { id: 'meeting-zone' }, ...zoneOptions(startZone))
  // It stays as long when it is moved.
  let begun = from.value
  from.addEventListener('change', () => {
    const [before, after, end] = [begun, from.value, to.value].map((value) => timeOfLocal(value, zone.value))
    const ends = (end ?? 0) + (after ?? 0) - (before ?? 0)
    if (!Number.isNaN(ends)) to.value = localTimeOf(ends, zone.value)
    if (from.value !== '') begun = from.value
  })
  return {
    inputs: [
      ...labeled(say('Starts'), from),
      ...labeled(say('Ends'), to),
      ...labeled(say('Time zone'), zone),
    ],
    read() {
      const [starts, ends] = [from, to].map(({ value }) => timeOfLocal(value, zone.value)) as [number, number]
      if (Number.isNaN(starts)) return { problem: say('Enter when it begins'), input: from }
      if (Number.isNaN(ends) || ends <= starts)
        return { problem: say('The end must be after the start'), input: to }
      return {
        starts_at: new Date(starts).toISOString(),
        ends_at: new Date(ends).toISOString(),
        time_zone: zone.value,
      }
    },
  }
}

const zoneOptions = (current: string) =>
  [...new Set([current, ...timeZones()])]
    .toSorted()
    .map((zone) => h('option', { value: zone, selected: zone === current }, zoneText(zone)))

const momentsOf = ({ starts_at, ends_at, time_zone }: Moments): Moments => ({ starts_at, ends_at, time_zone })

interface FreeTimeOptions {
  readonly business: string
  readonly meeting: Moments | undefined
  /** The one that is shown first, if it has free times. */
  readonly day: string | undefined
}

/** One of the times that are free, or the one that the meeting has, on clocks of this browser's zone. */
function freeTime(
  { times, minutes }: PortalMeetingTimes & { readonly minutes: number },
  { business, meeting, day }: FreeTimeOptions,
): When {
  const zone = timeZone()
  const dayText = dateFormat({ weekday: 'long', day: 'numeric', month: 'long', timeZone: zone })
  const clock = dateFormat({ timeStyle: 'short', timeZone: zone })
  const starts = [...new Set([...times, ...(meeting ? [meeting.starts_at] : [])])].toSorted()
  const dateOf = (start: string) => localTimeOf(Date.parse(start), zone).slice(0, 10)
  const dates = [...new Set(starts.map(dateOf))]
  const select = h(
    'select',
    { id: 'meeting-day', change: () => show() },
    ...dates.map((date) => h('option', { value: date }, dayText(timeOfLocal(`${date}T12:00`, zone)))),
  )
  const choices = h('div', { class: 'times' })
  const show = (chosen?: string) =>
    choices.replaceChildren(
      ...starts
        .filter((start) => dateOf(start) === select.value)
        .map((start) =>
          h(
            'label',
            {},
            h('input', { type: 'radio', name: 'meeting-time', value: start, checked: start === chosen }),
            clock(Date.parse(start)),
          ),
        ),
    )
  const first = day ?? (meeting && dateOf(meeting.starts_at))
  if (first !== undefined && dates.includes(first)) select.value = first
  show(meeting?.starts_at)
  const inputs =
    starts.length === 0
      ? [h('p', {}, say('No times are free at the moment. Please contact {business}.', { business }))]
      : [
          ...labeled(say('Day'), select),
          h('fieldset', { 'aria-describedby': 'meeting-problem' }, h('legend', {}, say('Time')), choices),
          h('p', { class: 'quiet' }, say('Times are in your time zone, {zone}.', { zone: zoneText(zone) })),
        ]
  return {
    inputs,
    read() {
      const chosen = choices.querySelector<HTMLInputElement>('input:checked')?.value
      if (chosen === undefined)
        return { problem: say('Choose a time'), input: choices.querySelector('input') ?? select }
      if (chosen === meeting?.starts_at) return momentsOf(meeting)
      const ends = Date.parse(chosen) + minutes * minuteMs
      return { starts_at: chosen, ends_at: new Date(ends).toISOString(), time_zone: zone }
    },
  }
}
