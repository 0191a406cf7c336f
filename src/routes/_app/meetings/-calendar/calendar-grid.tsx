import { VisuallyHidden } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { type CSSProperties, type MouseEvent, useLayoutEffect, useRef } from 'react'

import type { MeetingSummary } from '#contract/meetings/summary.ts'
import { hourMs } from '#contract/values/durations.ts'
import { useNow } from '#kit/now.ts'
import type { Day } from '#lib/calendar.ts'
import { dateFormat } from '#lib/locale.ts'
import { timeRangeText } from '#lib/meeting-time.ts'
import { pluralize } from '#lib/pluralize.ts'
import { placeText } from '#parts/meetings/meeting-words.tsx'

import { type Block, blocksOf, minuteOf } from './blocks.ts'

import classes from './calendar.module.css'

interface Props {
  /** The seven days above the grid. */
  week: readonly Day[]
  /** Those of them that have a column. */
  shown: readonly Day[]
  today: Day
  zone: string
  meetings: readonly MeetingSummary[]
  isLoading: boolean
  canManage: boolean
}

const utc = { timeZone: 'UTC' } as const
const weekday = dateFormat({ weekday: 'short', ...utc })
const fullDay = dateFormat({ weekday: 'long', day: 'numeric', month: 'long', ...utc })
const monthName = dateFormat({ month: 'long', ...utc })
const hourText = dateFormat({ timeStyle: 'short', ...utc })
const hours = Array.from({ length: 24 }, (_, hour) => hour)
/** The hour at the top unless something is earlier. */
const usualFirstHour = 8

/** The hours of some days with the meetings in them. */
export function CalendarGrid({ week, shown, today, zone, meetings, isLoading, canManage }: Props) {
  const frame = useRef<HTMLDivElement>(null)
  const hasBegun = useRef(false)
  const nowMs = useNow()
  const days = shown.map((day) => ({ day, blocks: blocksOf(day, meetings, zone) }))
  const first = Math.min(usualFirstHour * 60, ...days.flatMap(({ blocks }) => blocks.map(({ from }) => from)))
  useLayoutEffect(
    function beginWithTheFirst() {
      // Later, also in another week, the place stays where it was scrolled to.
      if (isLoading || hasBegun.current || !frame.current) return
      hasBegun.current = true
      const height = frame.current.querySelector<HTMLElement>('[data-hours]')?.offsetHeight ?? 0
      frame.current.scrollTop = Math.max(0, ((first - 30) / (24 * 60)) * height)
    },
    [isLoading, first],
  )
  const { length } = shown
  return (
    <div
      ref={frame}
      className={classes['frame']}
      role="region"
      aria-label="Calendar"
      aria-busy={isLoading}
      // Scrolls by the arrow keys.
      tabIndex={0}
      style={{ '--days': length } as CSSProperties}
    >
      <ul className={classes['heads']} aria-label="Days of this week">
        {week.map((day) => (
          <li key={day} data-today={day === today || undefined} data-shown={shown.includes(day) || undefined}>
            <Link
              from="/meetings/calendar"
              to="."
              search={(old) => ({ ...old, day, span: 'day' as const })}
              replace
              aria-current={length === 1 && shown.includes(day) ? 'date' : undefined}
            >
              <span>{weekday(Date.parse(day))}</span> <b>{Number(day.slice(8))}</b>
              <VisuallyHidden>{monthName(Date.parse(day))}</VisuallyHidden>
            </Link>
          </li>
        ))}
      </ul>
      <div className={classes['body']} data-hours>
        <div className={classes['hours']} aria-hidden>
          {hours.slice(1).map((hour) => (
            <span key={hour}>{hourText(hour * hourMs)}</span>
          ))}
        </div>
        {days.map(({ day, blocks }) => (
          <DayColumn
            key={day}
            day={day}
            label={`${fullDay(Date.parse(day))}, ${blocks.length === 0 ? 'no meetings' : pluralize(blocks.length, 'meeting')}`}
            blocks={blocks}
            zone={zone}
            nowMs={nowMs}
            now={day === today ? minuteOf(day, new Date(nowMs).toISOString(), zone) : undefined}
            canManage={canManage}
          />
        ))}
      </div>
    </div>
  )
}

interface DayColumnProps {
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
function DayColumn({ day, label, blocks, zone, nowMs, now, canManage }: DayColumnProps) {
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
