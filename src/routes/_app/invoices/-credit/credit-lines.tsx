import { Checkbox, TextInput } from '@mantine/core'
import { type UseFormReturn, useWatch } from 'react-hook-form'

import { type CreditAmounts, quantityLeft } from '#contract/invoices/credit-amounts.ts'
import type { InvoiceDetails, LineItem } from '#contract/invoices/invoices.ts'
import { bind } from '#kit/form.tsx'
import { numberFormat } from '#lib/locale.ts'
import { money, rateText } from '#lib/money.ts'

import { type CreditValues, amountIn, creditableOf, linesOf, quantityText } from './credit-values.ts'

import classes from './credit.module.css'

const FTextInput = bind(TextInput)
const quantityFormat = numberFormat({ maximumFractionDigits: 6 })

interface Props {
  invoice: InvoiceDetails
  form: UseFormReturn<CreditValues>
  amounts: CreditAmounts
}

/** The lines of the invoice, each with how much of it is credited. */
export function CreditLines({ invoice, form, amounts }: Props) {
  const { currency } = invoice
  const quantities = useWatch({ control: form.control, name: 'quantities' })
  const creditable = creditableOf(invoice).lines
  const choose = (index: number, text: string) =>
    form.setValue(`quantities.${index}`, text, {
      shouldDirty: true,
      shouldValidate: form.formState.isSubmitted,
    })
  return (
    <>
      <div className={classes.columns} aria-hidden>
        <span />
        <span>Description</span>
        <span>Quantity</span>
        <span>Amount</span>
      </div>
      <ul className={classes.lines} aria-label="Lines to credit">
        {linesOf(invoice).map((line, index) => {
          const left = creditable[index] ? quantityLeft(creditable[index]) : 0
          return (
            <li key={line.id} className={classes.line}>
              <Checkbox
                aria-label={`Credit line ${index + 1}`}
                checked={(quantities[index] ?? '').trim() !== ''}
                disabled={left === 0}
                onChange={({ currentTarget: { checked } }) =>
                  choose(index, checked ? quantityText(left) : '')
                }
              />
              <div className={classes.description}>
                <span dir="auto">{line.description}</span>
                <span className={classes.detail}>
                  {left === 0 ? 'Credited in full' : detailOf(line, currency)}
                </span>
              </div>
              <FTextInput
                control={form.control}
                name={`quantities.${index}`}
                className={classes.number ?? ''}
                aria-label={`Quantity, line ${index + 1}`}
                label={<span className={classes.phoneLabel}>Quantity</span>}
                inputMode="decimal"
                autoComplete="off"
                placeholder="0"
                disabled={left === 0}
                onFocus={({ currentTarget }) => currentTarget.select()}
              />
              <span className={classes.amount}>
                <span className={classes.phoneLabel}>Amount</span>
                <span dir="ltr">{money(amountIn(currency)(amounts.lines.get(line.id) ?? 0), currency)}</span>
              </span>
            </li>
          )
        })}
      </ul>
    </>
  )
}

const detailOf = (
  { quantity, unit_price, discount, tax_rate, quantity_credited }: LineItem,
  currency: string,
) =>
  [
    `Invoiced ${quantityFormat(quantity)} × ${money(unit_price, currency)}`,
    discount ? `${rateText(discount)} discount` : '',
    tax_rate ? `${rateText(tax_rate)} tax` : '',
    quantity_credited ? `${quantityFormat(quantity_credited)} credited before` : '',
  ]
    .filter((text) => text !== '')
    .join(' · ')
