import { Alert, List } from '@mantine/core'
import { IconBulb } from '@tabler/icons-react'

import type { Invoice } from '#contract/invoices/invoices.ts'
import { useToday } from '#kit/today.ts'

import { invoiceHints } from './-invoice-hints.ts'

import classes from './-invoice-hint-list.module.css'

/** Hints about likely mistakes, for staff only: they aren't printed and change nothing. */
export function InvoiceHintList({ invoice }: { invoice: Invoice }) {
  const hints = invoiceHints(invoice, useToday())
  if (hints.length === 0) return null
  return (
    <Alert
      color="yellow"
      variant="light"
      role="note"
      className={classes.hints ?? ''}
      classNames={{ title: classes.title ?? '' }}
      icon={<IconBulb size={18} aria-hidden />}
      title={hints.length === 1 ? 'Needs review' : `${hints.length} things need review`}
    >
      <List size="sm" spacing={4}>
        {hints.map((hint) => (
          <List.Item key={hint}>{hint}</List.Item>
        ))}
      </List>
    </Alert>
  )
}
