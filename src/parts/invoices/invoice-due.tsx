import type { Invoice } from '#contract/invoices/invoices.ts'
import { useToday } from '#kit/today.ts'
import { currentDay, dayText, daysBetween, dueText } from '#lib/calendar.ts'

import { isOpen } from './invoice-status.tsx'

import classes from './invoice-due.module.css'

/** `9 Nov 2026, 12 days overdue`; how long only matters while somebody still has to pay. */
export function dueWords({ status, due_date }: Invoice): string {
  const age = isOpen(status) ? dueText(due_date, currentDay()) : ''
  return age === '' ? dayText(due_date) : `${dayText(due_date)}, ${age}`
}

/** The same in a list, where a due date no longer matters once it is paid. */
export const dueInList = (invoice: Invoice): string => (invoice.status === 'paid' ? '' : dueWords(invoice))

interface Props {
  invoice: Invoice
  /** Where there is room for one of the two: how late an overdue one is, beside its badge, and the day of others. */
  isShort?: boolean
}

/** The due date of an unpaid invoice, and how late it is. */
export function DueDay({ invoice, isShort = false }: Props) {
  const { status, due_date } = invoice
  const today = useToday()
  if (status === 'paid') return null
  const age = isOpen(status) ? dueText(due_date, today) : ''
  const isLate = age !== '' && daysBetween(due_date, today) > 0
  return (
    <>
      {!(isShort && isLate) && (
        <span className={classes['day']} data-late={isLate || undefined}>
          {dayText(due_date)}
        </span>
      )}
      {age !== '' && (!isShort || isLate) && (
        <span className={classes['age']} data-late={isLate || undefined}>
          {age.replace(isShort ? / overdue$/ : /^due (?=in)/, '')}
        </span>
      )}
    </>
  )
}
