import { fractionDigits } from '../values/currencies.ts'
import { filled } from '../values/filled.ts'

const web = /^https:\/\/[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)*(:\d{1,5})?([/?#][^\s<>"']*)?$/u

/** Returns what is wrong with the address of an online payment; undefined if nothing is, as with an empty one. */
export function paymentLinkProblem(template: string): string | undefined {
  if (template === '') return undefined
  const address = filled(template, { number: '1', amount: '1.00', currency: 'EUR' })
  if (/[{}]/.test(address)) return 'Use only {number}, {amount} and {currency} in braces'
  return web.test(address) ? undefined : 'Enter a web address that begins with https://'
}

/**
 * Returns where an amount of an invoice is paid online; undefined for an empty template, or where nothing is due. `number` is
 * the invoice’s, `amount` a decimal of the currency.
 */
export function paymentLink(
  template: string,
  {
    number,
    amount,
    currency,
  }: { readonly number: string; readonly amount: number; readonly currency: string },
): string | undefined {
  if (template === '' || amount <= 0) return undefined
  return filled(template, {
    number: encodeURIComponent(number),
    amount: amount.toFixed(fractionDigits(currency)),
    currency,
  })
}
