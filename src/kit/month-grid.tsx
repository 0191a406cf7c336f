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
const timeOf = (day: Day) => Date.parse(`${day}T00:00:00Z`)

/** The days of a month; the arrow keys, Page up and Page down move between days and months. */
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
      <Group justify="space-between" mb={8} wrap="nowrap">
        <Text fw={600} aria-live="polite" pl={6}>
          {monthTitle(timeOf(first))}
        </Text>
        <Group gap={2} wrap="nowrap">
          <ActionIcon variant="subtle" color="gray" aria-label="Previous month" onClick={() => turn(-1)}>
            <IconChevronLeft size={16} aria-hidden />
          </ActionIcon>
          <ActionIcon variant="subtle" color="gray" aria-label="Next month" onClick={() => turn(1)}>
            <IconChevronRight size={16} aria-hidden />
          </ActionIcon>
        </Group>
      </Group>
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
        <Button variant="subtle" size="compact-sm" disabled={!isAllowed(today)} onClick={() => onDay(today)}>
          Today
        </Button>
        {value !== '' && (
          <Button variant="subtle" color="gray" size="compact-sm" onClick={() => onDay('')}>
            Clear
          </Button>
        )}
      </Group>
    </div>
  )
}

function stepOf({ key }: KeyboardEvent, day: Day): Day | undefined {
  const days = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }[key]
  if (days !== undefined) return addDays(day, days)
  const months = { PageUp: -1, PageDown: 1 }[key]
  return months === undefined ? undefined : addMonths(day, months)
}
