import { Text } from '@mantine/core'

import type { Invoice } from '#contract/invoices.ts'
import { useToday } from '#kit/today.ts'
import { currentDay, dayText, daysBetween, dueText } from '#lib/calendar.ts'

import { isOpen } from './-invoice-status.tsx'

/** `9 Nov 2026, 12 days overdue`; how long only matters while somebody still has to pay. */
export function dueWords({ status, due_date }: Invoice): string {
  const age = isOpen(status) ? dueText(due_date, currentDay()) : ''
  return age === '' ? dayText(due_date) : `${dayText(due_date)}, ${age}`
}

export function DueDay({ invoice }: { invoice: Invoice }) {
  const { status, due_date } = invoice
  const today = useToday()
  const age = isOpen(status) ? dueText(due_date, today) : ''
  const isLate = daysBetween(due_date, today) > 0
  return (
    <>
      <Text size="sm" lh={1.3}>
        {dayText(due_date)}
      </Text>
      {age !== '' && (
        <Text
          size="xs"
          lh={1.3}
          {...(isLate ? { c: 'var(--mantine-color-error)', fw: 600 } : { c: 'dimmed' })}
        >
          {age}
        </Text>
      )}
    </>
  )
}
