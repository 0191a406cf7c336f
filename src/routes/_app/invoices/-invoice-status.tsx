import { Badge } from '@mantine/core'

import classes from './-invoice-status.module.css'

const words: Readonly<Record<string, string>> = {
  draft: 'Draft',
  sent: 'Sent',
  paid: 'Paid',
  overdue: 'Overdue',
}

/** What people call a status; one that only the service knows keeps its own word. */
export const statusWord = (status: string): string => words[status] ?? status

export function StatusBadge({ status }: { status: string }) {
  return (
    <Badge className={classes.badge} variant="default" data-status={status} tt="none" fw={600}>
      {statusWord(status)}
    </Badge>
  )
}

/** Whether somebody still has to pay it. */
export const isOpen = (status: string): boolean => status === 'sent' || status === 'overdue'
