import { Link, useNavigate } from '@tanstack/react-router'
import type { CSSProperties, MouseEvent } from 'react'

import type { Day } from '#lib/calendar.ts'
import { timeRangeText } from '#lib/meeting-time.ts'
import { placeText } from '#parts/meetings/meeting-words.tsx'

import type { Block } from './blocks.ts'

import classes from './calendar.module.css'

interface Props {
  day: Day
  /** Its name, and how many meetings it has. */
  label: string
  blocks: readonly Block[]
  zone: string
  nowMs: number
  /** The time in minutes from the beginning of the day, on the day that is today. */
  now: number | undefined
  canManage: boolean
}

/** A click begins a meeting on the half hour before it. */
const slotMinutes = 30

/** The hours of one day. */
export function DayColumn({ day, label, blocks, zone, nowMs, now, canManage }: Props) {
  const navigate = useNavigate()
  const begin = (event: MouseEvent<HTMLElement>) => {
    const { top, height } = event.currentTarget.getBoundingClientRect()
    const minute = ((event.clientY - top) / height) * 24 * 60
    const slot = Math.floor(minute / slotMinutes) * slotMinutes
    // A key has no place.
    const time = event.detail === 0 ? undefined : clockText(slot)
    void navigate({ to: '/meetings/new', search: { day, time } })
  }
  return (
    <section className={classes['day']} aria-label={label}>
      {canManage && (
        <button
          type="button"
          className={classes['free']}
          aria-label={`New meeting on ${label.split(',', 2).join()}`}
          onClick={begin}
        />
      )}
      <ol>
        {blocks.map(({ meeting, from, to, column, columns }) => (
          <li
            key={meeting.id}
            className={classes['block']}
            data-past={Date.parse(meeting.ends_at) < nowMs || undefined}
            data-booked={meeting.made_by_customer || undefined}
            data-short={to - from < 45 || undefined}
            style={
              {
                '--from': from,
                '--length': to - from,
                '--column': column,
                '--columns': columns,
              } as CSSProperties
            }
          >
            <Link to="/meetings/$id" params={{ id: String(meeting.id) }}>
              <b>
                <bdi>{meeting.title}</bdi>
              </b>
              <span>{timeRangeText(meeting.starts_at, meeting.ends_at, zone)}</span>
              <span>
                <bdi>{[meeting.customer_name, placeText(meeting)].filter(Boolean).join(' · ')}</bdi>
              </span>
            </Link>
          </li>
        ))}
      </ol>
      {now !== undefined && (
        <span className={classes['now']} aria-hidden style={{ '--from': now } as CSSProperties} />
      )}
    </section>
  )
}

/** `09:30` of 570. */
const clockText = (minute: number): string =>
  [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':')
