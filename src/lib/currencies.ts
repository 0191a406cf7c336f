import { currencyCodes } from '#contract/values/currencies.ts'

import { nameFormat } from './locale.ts'

interface Choice {
  readonly value: string
  readonly label: string
}

let known: readonly Choice[] | undefined

/** The currencies in use by code, as choices; `current` is one of them, whatever it is. */
export function currencyChoices(current: string): readonly Choice[] {
  known ??= makeChoices()
  return known.some(({ value }) => value === current) ? known : [{ value: current, label: current }, ...known]
}

function makeChoices(): Choice[] {
  const nameOf = nameFormat('currency')
  return currencyCodes.map((code) => ({ value: code, label: `${code} – ${nameOf(code)}` }))
}
