import { useSuspenseQuery } from '@tanstack/react-query'

import { session } from '#api/session.ts'
import type { CreditNote } from '#contract/invoices/credit-notes.ts'
import { standardLook } from '#contract/invoices/looks.ts'
import { TextLink } from '#kit/link.tsx'
import { decimalOf, plus, zero } from '#lib/decimal.ts'
import { InLanguage } from '#parts/sheets/in-language.tsx'
import { SheetLines, lookProps, useSheetName } from '#parts/sheets/invoice-sheet.tsx'
import { BillingFacts, Exemption } from '#parts/sheets/sheet-facts.tsx'
import { SheetCustomer, SheetFoot, SheetHead } from '#parts/sheets/sheet-head.tsx'
import type { SheetLanguage } from '#parts/sheets/sheet-language.ts'

import classes from '#parts/sheets/invoice-sheet.module.css'

/** The credit note as a sheet of paper, in the language and look of its invoice: what is printed is this and nothing else. */
export function CreditNoteSheet({ note }: { note: CreditNote }) {
  return (
    <InLanguage look={note.look ?? standardLook}>
      {(language) => <Sheet note={note} language={language} />}
    </InLanguage>
  )
}

function Sheet({ note, language }: { note: CreditNote; language: SheetLanguage }) {
  const { data: current } = useSuspenseQuery(session.current())
  const { credit_number, invoice_id, invoice_number, currency, sender, look = standardLook } = note
  const { words, money, tax } = language
  useSheetName(sender?.name ?? current.account.name, credit_number, words)
  const lines = note.line_items.filter(({ kind }) => kind === 'item')
  const taxes = note.line_items.filter(({ kind }) => kind === 'tax')
  const net = lines.map(({ total }) => decimalOf(total)).reduce(plus, zero)
  return (
    <article
      className={classes.sheet}
      data-sheet
      {...lookProps(look)}
      aria-label={`${words.creditNote} ${credit_number}`}
    >
      <SheetHead
        business={current.account.name}
        sender={sender}
        kind={words.creditNote}
        number={credit_number}
        taxNumber={words.taxNumber}
        logoPosition={look.logo_position}
      />
      <div className={classes.parties}>
        <SheetCustomer label={words.creditedTo} customer={note} />
        <dl className={classes.dates}>
          <div>
            <dt>{words.issued}</dt>
            <dd>{language.dayOf(note.created_at, sender?.time_zone)}</dd>
          </div>
          <div>
            <dt>{words.forInvoice}</dt>
            <dd>
              <TextLink to="/invoices/$id" params={{ id: String(invoice_id) }} className={classes.link ?? ''}>
                {invoice_number}
              </TextLink>
            </dd>
          </div>
          <BillingFacts document={note} language={language} />
        </dl>
      </div>
      <SheetLines lines={lines} currency={currency} language={language} />
      <dl className={classes.totals}>
        {taxes.length > 0 && (
          <div>
            <dt>{words.net}</dt>
            <dd>{money(net, currency)}</dd>
          </div>
        )}
        {taxes.map((line) => (
          <div key={line.id}>
            <dt>{tax(line)}</dt>
            <dd>{money(line.total, currency)}</dd>
          </div>
        ))}
        <div className={classes.total}>
          <dt>
            {words.totalCredit} {currency}
          </dt>
          <dd>{money(note.total_amount, currency)}</dd>
        </div>
      </dl>
      <Exemption document={note} lines={lines} language={language} />
      <p className={classes.notes} dir="auto">
        {words.reason}: {note.reason}
      </p>
      <SheetFoot sender={sender} isPayable={false} />
    </article>
  )
}
