import { ActionIcon, Button, Group, Text } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'

import type { Day } from '#lib/calendar.ts'
import { dateFormat } from '#lib/locale.ts'
import { addDays, addMonths, weekOf } from '#lib/typed-date.ts'

import classes from './month-grid.module.css'

interface Props {
  value: Day
  today: Day
  min?: Day | undefined
  max?: Day | undefined
  onDay: (day: Day) => void
}

const utc = { timeZone: 'UTC' } as const
const monthTitle = dateFormat({ month: 'long', year: 'numeric', ...utc })
const fullDay = dateFormat({ dateStyle: 'full', ...utc })
const weekday = dateFormat({ weekday: 'short', ...utc })
/** A dialog that the calendar was opened from hears Escape first, and closes unless this is on what has the focus. */
const keepsDialog = { 'data-mantine-stop-propagation': true }
const timeOf = (day: Day) => Date.parse(`${day}T00:00:00Z`)

/**
 * The days of a month; the arrow keys, Page up and Page down move between days and months. In the calendar of
 * `@mantine/dates`, the arrow keys stop at the edge of a month.
 */
export function MonthGrid({ value, today, min, max, onDay }: Props) {
  const [cursor, setCursor] = useState(value === '' ? today : value)
  const grid = useRef<HTMLTableElement>(null)
  const isFocused = useRef(true)
  useEffect(
    function focusDay() {
      if (isFocused.current) grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
    },
    [cursor],
  )
  const first = `${cursor.slice(0, 8)}01`
  const firstWeek = weekOf(first)
  const isAllowed = (day: Day) => (min === undefined || day >= min) && (max === undefined || day <= max)
  const turn = (months: number) => {
    isFocused.current = false
    setCursor(addMonths(cursor, months))
  }
  const walk = (event: KeyboardEvent) => {
    const next = stepOf(event, cursor)
    if (next === undefined) return
    event.preventDefault()
    isFocused.current = true
    setCursor(next)
  }
  return (
    <div className={classes['calendar']}>
      <MonthHead first={first} onTurn={turn} />
      <table ref={grid} className={classes['grid']} onKeyDown={walk}>
        <thead>
          <tr>
            {firstWeek.map((day) => (
              <th key={day} scope="col">
                {weekday(timeOf(day)).slice(0, 2)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {Array.from({ length: 6 }, (_, week) => (
            <tr key={week}>
              {weekOf(addDays(first, week * 7)).map((day) => (
                <td key={day}>
                  <button
                    {...keepsDialog}
                    type="button"
                    className={classes['day']}
                    tabIndex={day === cursor ? 0 : -1}
                    data-autofocus={day === cursor || undefined}
                    disabled={!isAllowed(day)}
                    aria-label={fullDay(timeOf(day))}
                    aria-pressed={day === value}
                    aria-current={day === today ? 'date' : undefined}
                    data-outside={!day.startsWith(first.slice(0, 8)) || undefined}
                    onClick={() => onDay(day)}
                  >
                    {Number(day.slice(8))}
                  </button>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <Group justify="space-between" mt={8}>
        <Button
          {...keepsDialog}
          variant="subtle"
          size="compact-sm"
          disabled={!isAllowed(today)}
          onClick={() => onDay(today)}
        >
          Today
        </Button>
        {value !== '' && (
          <Button {...keepsDialog} variant="subtle" color="gray" size="compact-sm" onClick={() => onDay('')}>
            Clear
          </Button>
        )}
      </Group>
    </div>
  )
}

/** The name of the month, and the way to those beside it. */
function MonthHead({ first, onTurn }: { first: Day; onTurn: (months: number) => void }) {
  return (
    <Group justify="space-between" mb={8} wrap="nowrap">
      <Text fw={600} aria-live="polite" pl={6}>
        {monthTitle(timeOf(first))}
      </Text>
      <Group gap={2} wrap="nowrap">
        <ActionIcon
          {...keepsDialog}
          variant="subtle"
          color="gray"
          aria-label="Previous month"
          onClick={() => onTurn(-1)}
        >
          <IconChevronLeft size={16} aria-hidden />
        </ActionIcon>
        <ActionIcon
          {...keepsDialog}
          variant="subtle"
          color="gray"
          aria-label="Next month"
          onClick={() => onTurn(1)}
        >
          <IconChevronRight size={16} aria-hidden />
        </ActionIcon>
      </Group>
    </Group>
  )
}

function stepOf({ key }: KeyboardEvent, day: Day): Day | undefined {
  const days = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }[key]
  if (days !== undefined) return addDays(day, days)
  const months = { PageUp: -1, PageDown: 1 }[key]
  return months === undefined ? undefined : addMonths(day, months)
}
