import { filled } from '../values/filled.ts'
import type { InvoiceWords } from './words.ts'

/**
 * Why no tax is charged, as codes of UNCL5305: zero rate, exempt, reverse charge, intra-community supply, export, outside the
 * scope of tax.
 */
export const exemptionCategories = ['Z', 'E', 'AE', 'K', 'G', 'O'] as const
export type ExemptionCategory = (typeof exemptionCategories)[number]

/** The usual reasons; the zero rate needs none. */
const usualReasons = {
  E: 'exempt',
  AE: 'reverseCharge',
  K: 'intraCommunity',
  G: 'exported',
  O: 'outsideScope',
} as const satisfies Record<Exclude<ExemptionCategory, 'Z'>, keyof InvoiceWords>

type Words = Pick<InvoiceWords, (typeof usualReasons)[keyof typeof usualReasons]>

interface Exempt {
  readonly exemption?: ExemptionCategory | null | undefined
  /** In words; empty for the usual ones. */
  readonly exemption_reason?: string | undefined
}

/** Why lines at 0% aren’t taxed, as a document says it; empty where it has none, or nobody has said why. */
export function exemptionText(
  { exemption, exemption_reason = '' }: Exempt,
  lines: readonly { readonly tax_rate?: number | null | undefined }[],
  words: Words,
): string {
  if (exemption == null || exemption === 'Z' || lines.every(({ tax_rate }) => tax_rate !== 0)) return ''
  return exemption_reason === '' ? words[usualReasons[exemption]] : exemption_reason
}

/** The end of a credit note: why lines at 0% weren’t taxed, and what it takes off which invoice. `amount` is written. */
export const creditNoteEnd = (
  {
    amount,
    invoice_number,
    ...exempt
  }: Exempt & { readonly amount: string; readonly invoice_number: string },
  lines: Parameters<typeof exemptionText>[1],
  words: Words & Pick<InvoiceWords, 'takesOff'>,
): string =>
  [exemptionText(exempt, lines, words), filled(words.takesOff, { amount, number: invoice_number })]
    .filter((text) => text !== '')
    .join('\n')
