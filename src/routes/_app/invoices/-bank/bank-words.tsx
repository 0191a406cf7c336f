import type { BankPayment, BankPaymentState, MatchReason } from '#contract/invoices/bank-payments.ts'
import { StatusBadge, type Tone } from '#kit/status-badge.tsx'
import { listText } from '#lib/locale.ts'

export const stateWords: Readonly<Record<BankPaymentState, string>> = {
  open: 'To match',
  recorded: 'Recorded',
  set_aside: 'Set aside',
}

const reasons: Readonly<
  Record<MatchReason, { readonly tone: Tone; readonly word: string; readonly why: string }>
> = {
  number_and_amount: {
    tone: 'good',
    word: 'Match',
    why: 'The payment names the invoice number, and exactly this amount is due.',
  },
  number: {
    tone: 'notice',
    word: 'Other amount',
    why: 'The payment names the invoice number, but another amount is due.',
  },
  payer_and_amount: {
    tone: 'info',
    word: 'Likely',
    why: 'Exactly this amount is due from a customer of this name.',
  },
  amount: {
    tone: 'neutral',
    word: 'Possible',
    why: 'This is the only invoice of which exactly this amount is due.',
  },
}

/** Why these invoices are suggested, in a sentence. */
export const whySuggested = (reason: MatchReason): string => reasons[reason].why

/** Whether what is suggested can be recorded without a look at each payment. */
export const isCertain = ({ suggestion, twin }: BankPayment): boolean =>
  suggestion?.reason === 'number_and_amount' && twin === null

/** The invoices that were paid from it; for an open one, those that it probably pays. */
export const invoicesText = ({ payments, suggestion }: BankPayment): string =>
  listText(
    [...new Set([...payments, ...(suggestion?.invoices ?? [])].map(({ invoice_number }) => invoice_number))],
    'and',
  )

/** How sure it is what an open payment pays, or that it may have been imported before. */
export function SuggestionBadge({ payment: { suggestion, twin } }: { payment: BankPayment }) {
  if (twin)
    return (
      <StatusBadge tone="notice" title={`“${twin.source}” has a payment of the same day and amount.`}>
        Duplicate?
      </StatusBadge>
    )
  if (!suggestion) return null
  const { tone, word, why } = reasons[suggestion.reason]
  return (
    <StatusBadge tone={tone} title={why}>
      {word}
    </StatusBadge>
  )
}

/** Who paid; banks don't always say it. */
export const payerOf = ({ payer, payer_account }: Pick<BankPayment, 'payer' | 'payer_account'>): string =>
  payer || payer_account || 'Unknown payer'
