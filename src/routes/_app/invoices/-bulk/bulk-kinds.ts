import type { Invoice } from '#contract/invoices/invoices.ts'
import { isEditable } from '#contract/invoices/states.ts'
import { isOpen } from '#parts/invoices/invoice-status.tsx'

/** What is kept of a selected invoice. */
export type Selected = Pick<Invoice, 'invoice_number' | 'status'>

/** How many invoices are changed at once. */
export const mostAtOnce = 100

interface BulkWords {
  readonly button: string
  /** Whether it can be done with an invoice of that status. */
  readonly applies: (status: string) => boolean
  readonly title: (count: string) => string
  readonly hint: string
  /** Why others are left out. */
  readonly others: string
  readonly running: string
  /** After `3 invoices`. */
  readonly done: string
}

/** What can be done with many invoices at once, and with which of them. */
export const bulkKinds = {
  send: {
    button: 'Send',
    applies: isEditable,
    title: (count: string) => `Send ${count}?`,
    hint: 'Each gets its number and today’s date, and can’t be changed any more.',
    others: 'not a draft',
    running: 'Sending',
    done: 'sent',
  },
  remind: {
    button: 'Remind',
    applies: (status: string) => status === 'overdue',
    title: (count: string) => `Send reminders for ${count}?`,
    hint: 'Each customer is emailed your default reminder, with the invoice as a PDF.',
    others: 'not overdue',
    running: 'Sending reminders',
    done: 'reminded of',
  },
  pay: {
    button: 'Record payments',
    applies: isOpen,
    title: (count: string) => `Record payments for ${count}?`,
    hint: 'What is due of each is recorded as paid.',
    others: 'nothing is due',
    running: 'Recording payments',
    done: 'recorded as paid',
  },
} as const satisfies Record<string, BulkWords>

export type BulkKind = keyof typeof bulkKinds

/** The ids of those that it can be done with. */
export const applicable = (kind: BulkKind, selection: ReadonlyMap<number, Selected>): number[] =>
  [...selection].filter(([, { status }]) => bulkKinds[kind].applies(status)).map(([id]) => id)
