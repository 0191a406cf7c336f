import type { CreditNote } from '#contract/invoices/credit-notes.ts'
import { standardLook } from '#contract/invoices/looks.ts'
import { TextLink } from '#kit/link.tsx'
import { InLanguage } from '#parts/sheets/in-language.tsx'
import { Paper, SheetFact, SheetFigures, SheetFoot } from '#parts/sheets/paper.tsx'
import { BillingFacts, Exemption } from '#parts/sheets/sheet-facts.tsx'
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
  const { credit_number, invoice_id, invoice_number, currency, sender, look = standardLook } = note
  const { words } = language
  const lines = note.line_items.filter(({ kind }) => kind === 'item')
  return (
    <Paper
      look={look}
      language={language}
      sender={sender}
      kind={words.creditNote}
      number={credit_number}
      label={words.creditedTo}
      customer={note}
      dates={
        <>
          <SheetFact label={words.issued}>{language.dayOf(note.created_at, sender?.time_zone)}</SheetFact>
          <SheetFact label={words.forInvoice}>
            <TextLink to="/invoices/$id" params={{ id: String(invoice_id) }} className={classes.link ?? ''}>
              {invoice_number}
            </TextLink>
          </SheetFact>
          <BillingFacts document={note} language={language} />
        </>
      }
    >
      <SheetFigures
        lines={lines}
        taxes={note.line_items.filter(({ kind }) => kind === 'tax')}
        total={words.totalCredit}
        amount={note.total_amount}
        currency={currency}
        language={language}
      />
      <Exemption document={note} lines={lines} language={language} />
      <p className={classes.notes} dir="auto">
        {words.reason}: {note.reason}
      </p>
      <SheetFoot sender={sender} isPayable={false} />
    </Paper>
  )
}
