import { billingFacts } from '#contract/invoices/billing-facts.ts'
import { exemptionText } from '#contract/invoices/exemptions.ts'

import type { SheetLanguage } from './sheet-language.ts'

import classes from './invoice-sheet.module.css'

interface Props {
  document: Parameters<typeof billingFacts>[0] & Parameters<typeof exemptionText>[0]
  language: SheetLanguage
}

/** The customer’s reference, the delivery and their tax number, as far as they are known. */
export const BillingFacts = ({ document, language: { words, day } }: Props) =>
  billingFacts(document, words, day).map(({ label, value }) => (
    <div key={label}>
      <dt>{label}</dt>
      <dd dir="auto">{value}</dd>
    </div>
  ))

/** Why lines at 0% aren’t taxed, if the document says it. */
export function Exemption({
  document,
  lines,
  language: { words },
}: Props & { lines: Parameters<typeof exemptionText>[1] }) {
  const text = exemptionText(document, lines, words)
  return (
    text !== '' && (
      <p className={classes.fine} dir="auto">
        {text}
      </p>
    )
  )
}
