import { entryWords } from '#contract/customers/account-statements.ts'
import { wordsOf } from '#contract/invoices/translations.ts'
import { dayRangeText } from '#server/platform/lib/formats.ts'
import { toMinor } from '#server/platform/lib/money.ts'
import type { InvoiceSheet } from '#server/platform/pdf/invoice-sheet.ts'
import { drawnAs, partsOf, senderOf, writerOf } from '#server/records/invoices/sheet.ts'

import type { Statement } from './statement.ts'

/** The statement as its PDF says it. */
export function statementSheetOf({ shown, sender, billedTo }: Statement): InvoiceSheet {
  const { look, currency, from, to, entries, closing_balance } = shown
  const words = wordsOf(look)
  const { text: say, day, money: write } = writerOf(look)
  const money = (amount: number) => write(toMinor(amount, currency), currency)
  const title = say('Statement of account')
  return {
    watermark: '',
    title: `${title} ${day(to)}`,
    kind: title,
    number: day(to),
    ...senderOf(sender, words),
    ...drawnAs(look),
    intro: '',
    date: partsOf(to),
    party: say('Customer'),
    customer: {
      name: shown.customer_name,
      email: shown.customer_email,
      company: billedTo.company,
      address: billedTo.address,
    },
    subject: '',
    sections: [],
    facts: [
      from === null
        ? { label: say('Until'), value: day(to) }
        : { label: say('Period'), value: dayRangeText(from, to, words.locale) },
    ],
    entries: {
      words: { day: say('Date'), entry: words.description, amount: words.amount, balance: say('Balance') },
      rows: [
        ...(from === null
          ? []
          : [
              {
                day: day(from),
                entry: say('Opening balance'),
                amount: '',
                balance: money(shown.opening_balance),
              },
            ]),
        ...entries.map((entry) => ({
          day: day(entry.day),
          entry: say(entryWords[entry.kind], { number: entry.number }),
          amount: money(entry.amount),
          balance: money(entry.balance),
        })),
      ],
    },
    has_figures: false,
    lines: [],
    totals: [],
    total: { label: `${say('Balance')} ${currency}`, amount: money(closing_balance) },
    notes: '',
    closing: '',
    payment: closing_balance > 0 ? sender.bank_details : '',
    payment_code: null,
    payment_slip: null,
    fine: '',
    footer: sender.invoice_footer,
    evidence: [],
  }
}
