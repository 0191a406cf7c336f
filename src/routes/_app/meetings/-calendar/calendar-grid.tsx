import { VisuallyHidden } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type CSSProperties, useLayoutEffect, useRef } from 'react'

import type { MeetingSummary } from '#contract/meetings/summary.ts'
import { hourMs } from '#contract/values/durations.ts'
import { useNow } from '#kit/now.ts'
import type { Day } from '#lib/calendar.ts'
import { dateFormat } from '#lib/locale.ts'
import { pluralize } from '#lib/pluralize.ts'

import { blocksOf, minuteOf } from './blocks.ts'
import { DayColumn } from './day-column.tsx'

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
              to="/meetings/calendar"
              search={{ day, span: 'day' }}
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
