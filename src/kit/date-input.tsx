import { ActionIcon, Popover, TextInput, type TextInputProps } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { Suspense, useRef, useState } from 'react'

import type { Day } from '#lib/calendar.ts'
import { parseTypedDate, typedPattern, typedText } from '#lib/typed-date.ts'

import { lazyWithRetry } from './lazy-with-retry.ts'
import { useToday } from './today.ts'

const MonthGrid = lazyWithRetry(async () => (await import('./month-grid.tsx')).MonthGrid)

interface Props extends Omit<TextInputProps, 'value' | 'onChange' | 'type' | 'rightSection' | 'placeholder'> {
  /** `YYYY-MM-DD`, or empty. */
  value: Day
  /** A whole day, or empty; never a half-typed one. */
  onDay: (day: Day) => void
  min?: Day
  max?: Day
  /** The input is in a popover itself, which a click into the calendar must not close. */
  isNested?: boolean
}

/** A date, typed in the local format or picked from a calendar (Arrow down). */
export function DateInput({ value, onDay, min, max, isNested = false, error, ...rest }: Props) {
  const today = useToday()
  const input = useRef<HTMLInputElement>(null)
  const [isOpen, setOpen] = useState(false)
  const { text, isWrong, type, settle, pick } = useTypedDay(value, today, onDay)
  const close = () => {
    setOpen(false)
    input.current?.focus()
  }
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-start"
      trapFocus
      returnFocus
      withRoles={false}
      withinPortal={!isNested}
    >
      <Popover.Target>
        <TextInput
          {...rest}
          ref={input}
          placeholder={typedPattern()}
          autoComplete="off"
          // A dialog that it is in hears Escape first.
          data-mantine-stop-propagation={isOpen || undefined}
          value={text}
          error={error || (isWrong ? `Enter a date like ${typedText(today)}` : undefined)}
          onChange={({ currentTarget }) => type(currentTarget.value)}
          onBlur={settle}
          onKeyDown={(event) => {
            if (event.key === 'Enter') settle()
            // Before the calendar has taken the focus.
            if (event.key === 'Escape' && isOpen) {
              event.stopPropagation()
              setOpen(false)
            }
            if (event.key !== 'ArrowDown') return
            event.preventDefault()
            setOpen(true)
          }}
          rightSection={
            <ActionIcon
              variant="subtle"
              color="gray"
              size="sm"
              // The input opens it by keyboard.
              tabIndex={-1}
              aria-label="Open the calendar"
              onClick={() => setOpen(!isOpen)}
            >
              <IconCalendar size={16} aria-hidden />
            </ActionIcon>
          }
        />
      </Popover.Target>
      <Popover.Dropdown
        p={12}
        role="dialog"
        aria-label="Choose a date"
        // The focus trap takes the focus a moment after it opens, even when Escape has closed it by then.
        onFocus={() => {
          if (!isOpen) input.current?.focus()
        }}
      >
        <Suspense fallback={<div style={{ width: 252, height: 268 }} />}>
          <MonthGrid
            value={value}
            today={today}
            min={min}
            max={max}
            onDay={(day) => {
              pick(day)
              close()
            }}
          />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  )
}

/** What was typed for a day, until it is one. */
function useTypedDay(value: Day, today: Day, onDay: (day: Day) => void) {
  const [text, setText] = useState(typedText(value))
  const [seen, setSeen] = useState(value)
  const [isWrong, setWrong] = useState(false)
  if (value !== seen) {
    setSeen(value)
    // Text with the same meaning stays as it was typed.
    if (parseTypedDate(text, today) !== value) setText(typedText(value))
    setWrong(false)
  }
  const take = (typed: string, day: Day | undefined) => {
    setText(typed)
    setWrong(false)
    if (day !== undefined && day !== value) onDay(day)
  }
  // With all four digits of the year it is complete; anything else waits until the input loses focus.
  const type = (typed: string) =>
    take(typed, /\d{4}/.test(typed) ? parseTypedDate(typed, today) : typed === '' ? '' : undefined)
  const pick = (day: Day) => take(typedText(day), day)
  const settle = () => {
    const day = text.trim() === '' ? '' : parseTypedDate(text, today)
    if (day === undefined) setWrong(true)
    else pick(day)
  }
  return { text, isWrong, type, settle, pick }
}
