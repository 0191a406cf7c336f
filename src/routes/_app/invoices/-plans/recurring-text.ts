import { listText } from '#lib/locale.ts'
import { money } from '#lib/money.ts'

/** “Monthly recurring revenue €93.33 and $10.00 excl. tax”; empty where nothing recurs. */
export const recurringText = (
  sums: readonly { readonly currency: string; readonly amount: number }[],
): string =>
  sums.length === 0
    ? ''
    : `Monthly recurring revenue ${listText(
        sums.map(({ amount, currency }) => money(amount, currency)),
        'and',
      )} excl. tax`
