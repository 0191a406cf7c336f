import type { PaymentMethod } from '#contract/invoices.ts'

const words: Record<PaymentMethod, string> = {
  bank_transfer: 'Bank transfer',
  card: 'Card',
  cash: 'Cash',
  check: 'Check',
  other: 'Other',
}

/** What people call a way to pay. */
export const paymentMethodWord = (method: PaymentMethod): string => words[method]
