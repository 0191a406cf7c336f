import type { ComboboxItem, OptionsFilter } from '@mantine/core'
import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form'

import { fold, searchTerms } from '#contract/values/folding.ts'
import { SearchSelect } from '#kit/search-select.tsx'
import { type Country, countries, searchTextOf } from '#lib/countries.ts'

/** The country by its English name. What isn't a country of the list, such as “Scotland”, stays as it is. */
export function CountrySelect<Values extends FieldValues>({
  control,
  name,
  label,
}: {
  control: Control<Values>
  name: FieldPath<Values>
  label: string
}) {
  const { field, fieldState } = useController({ control, name })
  const { onChange, ...bound } = field
  const value: string = field.value
  const names = countries().map(({ name }) => name)
  const isOther = value !== '' && !names.includes(value)
  return (
    <SearchSelect
      {...bound}
      label={label}
      placeholder="Choose a country"
      data={isOther ? [value, ...names] : names}
      filter={matching}
      clearable
      clearButtonProps={{
        'aria-label': 'Clear country',
        tabIndex: 0,
        'aria-hidden': false,
        miw: 24,
        mih: 24,
      }}
      nothingFoundMessage="No matching country"
      autoComplete="off"
      maxDropdownHeight={260}
      allowDeselect={false}
      selectFirstOptionOnChange
      value={value === '' ? null : value}
      onChange={(chosen) => onChange(chosen ?? '')}
      onBlur={(event) => {
        // Typing “ger” and moving to the next input selects Germany.
        const chosen = chosenBy(event.currentTarget.value, value)
        if (chosen !== value) onChange(chosen)
        field.onBlur()
      }}
      error={fieldState.error?.message}
    />
  )
}

/** Returns the country that a typed text means; the previous one if it means none. */
function chosenBy(typed: string, before: string): string {
  const text = typed.trim()
  if (text === '' || text === before) return text
  return matchesOf(countries(), searchTerms(text))[0]?.name ?? before
}

const matching: OptionsFilter = ({ options, search }) => {
  const known = new Map(countries().map((country) => [country.name, country]))
  const listed = (options as ComboboxItem[]).map(
    ({ value }): Country => known.get(value) ?? { code: '', name: value },
  )
  return matchesOf(listed, searchTerms(search)).map(({ name }) => ({ value: name, label: name }))
}

/** Every word typed must begin a word of the country's name, code or other names. */
const matchesOf = (all: readonly Country[], typed: readonly string[]): Country[] =>
  all
    .map((country) => ({ country, words: fold(searchTextOf(country)).split(/[^\p{L}]+/u) }))
    .filter(({ words }) => typed.every((part) => words.some((word) => word.startsWith(part))))
    .toSorted((one, other) => rank(one.words, typed) - rank(other.words, typed))
    .map(({ country }) => country)

/** “uk” means the United Kingdom more likely than Ukraine, and “guinea” Guinea rather than Equatorial Guinea. */
function rank(words: readonly string[], [first]: readonly string[]): number {
  if (first === undefined || words.includes(first)) return words[0] === first ? 0 : 1
  return words[0]?.startsWith(first) ? 2 : 3
}
