import type { Customer } from '#contract/customers/customers.ts'
import type { CustomerNote } from '#contract/customers/notes.ts'
import type { Invoice } from '#contract/invoices/invoices.ts'
import { capitalized } from '#lib/capitalized.ts'

/** A note, an activity entry or a change of an invoice’s status. */
export interface HistoryEntry {
  readonly key: string
  /** `note`, or what the entry is about: `invoice`, `contract`, … */
  readonly kind: string
  readonly title: string
  /** Empty where the title says it all. */
  readonly text: string
  /** Who did it; empty for what happens without anybody. */
  readonly by: string
  readonly at: string
  /** The invoice it leads to. */
  readonly invoice?: Invoice
  /** The note it is, where staff can work with notes. */
  readonly note?: CustomerNote
}

/**
 * Returns notes, activity and invoices together: pinned notes, then the newest first. `staffNotes` take the place of the
 * customer's own where the service has them; `changes` are lines about what an entry of the activity changed, by its id.
 */
export function historyOf(
  customer: Pick<Customer, 'name' | 'last_name' | 'notes' | 'activity_log'>,
  invoices: readonly Invoice[] = [],
  staffNotes?: readonly CustomerNote[],
  changes: ReadonlyMap<number, readonly string[]> = new Map(),
): HistoryEntry[] {
  const { notes, activity_log: log } = customer
  // The note itself says that it was added.
  const activity_log = staffNotes ? log.filter(({ event }) => event !== 'note_added') : log
  const name = `${customer.name} ${customer.last_name}`
  return [
    ...(staffNotes ?? []).map((note) => ({
      key: `note-${note.id}`,
      kind: 'note',
      title: '',
      text: '',
      by: '',
      at: note.created_at,
      note,
    })),
    ...(staffNotes ? [] : notes).map((note) => ({
      key: `note-${note.id}`,
      kind: 'note',
      title: note.description,
      text: note.note,
      by: note.caused_by,
      at: note.created_at,
    })),
    ...activity_log.map((entry) => {
      const invoice =
        entry.subject_type === 'invoice' ? invoices.find(({ id }) => id === entry.subject_id) : undefined
      // The page is about this customer, so their name says nothing new, and the link to an invoice names it.
      const isNamed = invoice !== undefined || entry.subject_title === name
      return {
        key: `activity-${entry.id}`,
        kind: entry.subject_type,
        title: entry.description,
        text: [isNamed ? '' : entry.subject_title, ...(changes.get(entry.id) ?? [])]
          .filter((line) => line !== '')
          .join('\n'),
        by: entry.caused_by,
        at: entry.created_at,
        ...(invoice && { invoice }),
      }
    }),
    ...invoices.flatMap((invoice) => invoiceEvents(invoice, activity_log)),
  ].toSorted((a, b) => Number(isPinned(b)) - Number(isPinned(a)) || Date.parse(b.at) - Date.parse(a.at))
}

const isPinned = ({ note }: HistoryEntry) => note?.is_pinned ?? false

/**
 * Returns what the list of invoices says about one: when it was created, and when it came to be as it is. The service's own
 * entry about the same event takes precedence.
 */
function invoiceEvents(invoice: Invoice, log: Customer['activity_log']): HistoryEntry[] {
  const { id, status, created_at, updated_at, due_date } = invoice
  const event = (name: string, at: string): HistoryEntry[] =>
    log.some((one) => one.subject_type === 'invoice' && one.subject_id === id && one.event === name)
      ? []
      : [
          {
            key: `invoice-${id}-${name}`,
            kind: 'invoice',
            title: `Invoice ${name}`,
            text: '',
            by: '',
            at,
            invoice,
          },
        ]
  const states: Partial<Record<string, () => HistoryEntry[]>> = {
    sent: () => event('sent', updated_at),
    paid: () => event('paid', updated_at),
    // Due until the end of its due date.
    overdue: () => event('overdue', `${due_date}T23:59:59Z`),
  }
  const current = states[status]
  // One that was created as it is has only one event.
  const isUnchanged = created_at === updated_at && current !== undefined
  return [...(isUnchanged ? [] : event('created', created_at)), ...(current?.() ?? [])]
}

/** `note` → `Notes`. */
export function kindTitle(kind: string): string {
  // There is only one on their page.
  if (kind === 'customer') return 'Customer'
  const words = kind.replaceAll('_', ' ')
  return `${capitalized(words)}s`
}
