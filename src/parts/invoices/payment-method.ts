import type { PaymentMethod } from '#contract/invoices/invoices.ts'

const words: Record<PaymentMethod, string> = {
  bank_transfer: 'Bank transfer',
  card: 'Card',
  cash: 'Cash',
  check: 'Check',
  other: 'Other',
}

/** Label of a payment method. */
export const paymentMethodWord = (method: PaymentMethod): string => words[method]
