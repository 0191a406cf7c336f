import { CustomerBilling, type StoredBilling } from '#contract/customers/billing.ts'
import type { InvoiceLanguage } from '#contract/invoices/looks.ts'
import { type Merge, type Versions, inputsOf, mergeVersions } from '#lib/merge.ts'
import { languageNames } from '#parts/invoices/language-names.ts'
import { termsText } from '#parts/payment-terms.ts'

/** Billing details as their form edits them; empty for none. */
export type BillingValues = Record<keyof CustomerBilling, string>

/** Of reminders: nobody is sent one automatically. */
const byHand = 'by hand'
export const reminderChoices = [
  { value: '', label: 'Sent automatically' },
  { value: byHand, label: 'Only sent by hand' },
]

/** Returns the billing details as the form edits them. */
export const valuesOf = ({
  currency,
  payment_days,
  language,
  automatic_reminders,
  ...billing
}: StoredBilling): BillingValues => ({
  tax_number: billing.tax_number,
  email: billing.email,
  reference: billing.reference,
  electronic_address: billing.electronic_address,
  currency: currency ?? '',
  payment_days: payment_days === null ? '' : String(payment_days),
  language: language ?? '',
  automatic_reminders: automatic_reminders ? '' : byHand,
})

/** Returns what saving the form sends. */
export const inputOf = ({
  currency,
  payment_days,
  language,
  automatic_reminders,
  ...texts
}: BillingValues): CustomerBilling => ({
  ...texts,
  email: texts.email.trim(),
  currency: currency === '' ? null : currency,
  payment_days: payment_days === '' ? null : Number(payment_days),
  language: language === '' ? null : (language as InvoiceLanguage),
  automatic_reminders: automatic_reminders === '',
})

/** Lists what the service would refuse, as the path of an input and a message. */
export function* checkBilling(values: BillingValues): Iterable<readonly [path: string, message: string]> {
  for (const { path, message } of CustomerBilling.safeParse(inputOf(values)).error?.issues ?? [])
    yield [path.join('.'), message]
}

const paths = new Set(Object.keys(CustomerBilling.shape))

export const pathOf = (name: string): string | undefined => (paths.has(name) ? name : undefined)

const input = inputsOf<BillingValues>()
const inputs = [
  input('tax_number', 'Tax number'),
  input('email', 'Email for invoices'),
  input('reference', 'Reference'),
  input('electronic_address', 'Electronic address'),
  input('currency', 'Currency'),
  input('payment_days', 'Payment terms', (days) => (days === '' ? '(empty)' : termsText(Number(days)))),
  input('language', 'Language', (value) =>
    value === '' ? '(empty)' : languageNames[value as InvoiceLanguage],
  ),
  input(
    'automatic_reminders',
    'Reminders',
    (value) => reminderChoices.find((choice) => choice.value === value)?.label ?? '',
  ),
]

/** Merges my edits with the changes of others. */
export const mergeBilling = (
  versions: Versions<BillingValues>,
): Merge<BillingValues, keyof CustomerBilling> => mergeVersions(versions, inputs)
