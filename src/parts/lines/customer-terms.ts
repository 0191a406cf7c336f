import type { DraftForm } from '#api/invoice-draft.ts'
import type { CustomerBilling } from '#contract/customers/billing.ts'

type Terms = Pick<CustomerBilling, 'currency' | 'payment_days'>

/** Returns the customer’s currency and payment terms, as far as they have some and `draft` still has those of `blank`. */
export function termsOf(
  { currency, payment_days }: Terms,
  draft: DraftForm,
  blank: DraftForm,
): Partial<Pick<DraftForm, 'currency' | 'paymentDays'>> {
  const hasUsualTerms = draft.paymentDays !== null && draft.paymentDays === blank.paymentDays
  return {
    ...(currency !== null &&
      draft.currency === blank.currency &&
      currency !== draft.currency && { currency }),
    ...(payment_days !== null &&
      hasUsualTerms &&
      payment_days !== draft.paymentDays && { paymentDays: payment_days }),
  }
}
