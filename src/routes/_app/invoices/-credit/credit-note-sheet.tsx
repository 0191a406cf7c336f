import { creditNoteFacts } from '#contract/invoices/billing-facts.ts'
import type { CreditNote } from '#contract/invoices/credit-notes.ts'
import { creditNoteEnd } from '#contract/invoices/exemptions.ts'
import { standardLook } from '#contract/invoices/looks.ts'
import { TextLink } from '#kit/link.tsx'
import { InLanguage } from '#parts/sheets/in-language.tsx'
import { Paper, SheetFacts, SheetFigures, SheetFine, SheetFoot } from '#parts/sheets/paper.tsx'
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
  const issued = language.dayOf(note.created_at, sender?.time_zone)
  const amount = language.money(note.total_amount, currency)
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
        <SheetFacts
          facts={creditNoteFacts({ ...note, issued }, language)}
          links={{
            [words.forInvoice]: (
              <TextLink to="/invoices/$id" params={{ id: String(invoice_id) }} className={classes.link ?? ''}>
                {invoice_number}
              </TextLink>
            ),
          }}
        />
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
      <p className={classes.notes} dir="auto">
        {words.reason}: {note.reason}
      </p>
      <SheetFine text={creditNoteEnd({ ...note, amount }, lines, words)} />
      <SheetFoot sender={sender} isPayable={false} />
    </Paper>
  )
}
