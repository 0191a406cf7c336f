import { alsoCalled, countryCodes } from '#contract/values/countries.ts'

import { nameFormat, wordOrder } from './locale.ts'

/** A country by its ISO 3166-1 alpha-2 code, with its English name. */
export interface Country {
  code: string
  name: string
}

/** Returns every country with its English name, by name. */
export const countries = (): readonly Country[] => (named ??= nameAll())

let named: readonly Country[] | undefined

function nameAll(): readonly Country[] {
  const nameOf = nameFormat('region')
  const compare = wordOrder()
  return countryCodes
    .map((code) => ({ code, name: nameOf(code) }))
    .toSorted((one, other) => compare(one.name, other.name))
}

/** Returns the texts by which a country is found. */
export const searchTextOf = ({ code, name }: Country): string =>
  [name, code, ...(alsoCalled[code] ?? [])].join(' ')
