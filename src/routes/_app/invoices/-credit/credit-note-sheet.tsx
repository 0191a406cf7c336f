import { useSuspenseQuery } from '@tanstack/react-query'

import { session } from '#api/session.ts'
import type { CreditNote } from '#contract/credit-notes.ts'
import { TextLink } from '#kit/link.tsx'
import { dayTextOf } from '#lib/calendar.ts'
import { decimalOf, plus, zero } from '#lib/decimal.ts'
import { money } from '#lib/money.ts'

import { SheetLines, useSheetName } from '../-invoice-sheet.tsx'
import { BillingFacts, Exemption } from '../-sheet-facts.tsx'
import { SheetCustomer, SheetFoot, SheetHead } from '../-sheet-head.tsx'
import { english } from '../-sheet-language.ts'

import classes from '../-invoice-sheet.module.css'

/** The credit note as a sheet of paper: what is printed is this and nothing else. */
export function CreditNoteSheet({ note }: { note: CreditNote }) {
  const { data: current } = useSuspenseQuery(session.current())
  const { credit_number, invoice_id, invoice_number, currency, sender } = note
  useSheetName(sender?.name ?? current.account.name, credit_number)
  const lines = note.line_items.filter(({ kind }) => kind === 'item')
  const taxes = note.line_items.filter(({ kind }) => kind === 'tax')
  const net = lines.map(({ total }) => decimalOf(total)).reduce(plus, zero)
  return (
    <article className={classes.sheet} data-sheet aria-label={`Credit note ${credit_number}`}>
      <SheetHead business={current.account.name} sender={sender} kind="Credit note" number={credit_number} />
      <div className={classes.parties}>
        <SheetCustomer label="Credited to" customer={note} />
        <dl className={classes.dates}>
          <div>
            <dt>Issued</dt>
            <dd>{dayTextOf(note.created_at, sender?.time_zone)}</dd>
          </div>
          <div>
            <dt>For invoice</dt>
            <dd>
              <TextLink to="/invoices/$id" params={{ id: String(invoice_id) }} className={classes.link ?? ''}>
                {invoice_number}
              </TextLink>
            </dd>
          </div>
          <BillingFacts document={note} language={english} />
        </dl>
      </div>
      <SheetLines lines={lines} currency={currency} />
      <dl className={classes.totals}>
        {taxes.length > 0 && (
          <div>
            <dt>Net</dt>
            <dd>{money(net, currency)}</dd>
          </div>
        )}
        {taxes.map(({ id, description, total }) => (
          <div key={id}>
            <dt>{description.replace(/(\d) %/, '$1%')}</dt>
            <dd>{money(total, currency)}</dd>
          </div>
        ))}
        <div className={classes.total}>
          <dt>Total credit {currency}</dt>
          <dd>{money(note.total_amount, currency)}</dd>
        </div>
      </dl>
      <Exemption document={note} lines={lines} language={english} />
      <p className={classes.notes} dir="auto">
        Reason: {note.reason}
      </p>
      <SheetFoot sender={sender} isPayable={false} />
    </article>
  )
}
