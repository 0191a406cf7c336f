import type { Invoice } from '#contract/invoices/invoices.ts'
import { TextLink } from '#kit/link.tsx'
import { Money } from '#kit/money.tsx'
import { SectionCard } from '#kit/section-card.tsx'
import { dayTextOf } from '#lib/calendar.ts'

import classes from '../-payment-list.module.css'

/** The credit notes of the invoice; nothing where it has none. */
export function CreditNoteList({ invoice }: { invoice: Invoice }) {
  const { currency, credit_notes = [], amount_credited = 0 } = invoice
  if (credit_notes.length === 0) return null
  return (
    <SectionCard title="Credit notes" isFlush>
      <ul className={classes['list']}>
        {credit_notes.map((note) => (
          <li key={note.id} data-last-amount>
            <div className={classes['words']}>
              <TextLink
                to="/invoices/credit-notes/$id"
                params={{ id: String(note.id) }}
                c="inherit"
                fw={500}
                size="sm"
              >
                {note.credit_number}
              </TextLink>
              <span className={classes['detail']} dir="auto">
                {dayTextOf(note.created_at)} · {note.reason}
              </span>
            </div>
            <Money amount={note.total_amount} currency={currency} />
          </li>
        ))}
      </ul>
      <dl className={classes['sums']}>
        <div>
          <dt>Credited</dt>
          <dd>
            <Money amount={amount_credited} currency={currency} />
          </dd>
        </div>
      </dl>
    </SectionCard>
  )
}
