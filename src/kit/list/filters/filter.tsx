import type { ReactNode } from 'react'

import { type Preset, currentDay, periodText, presetOf } from '#lib/calendar.ts'
import { listText } from '#lib/locale.ts'

import type { FilterControls, Option } from './filter-controls.tsx'

/** A change of the search; a function of the latest one where two may precede the next render. */
export type Change<Search> = Partial<Search> | ((old: Search) => Partial<Search>)

/** The parts of the search that change. */
export const partsOf = <Search,>(next: Change<Search>, search: Search): Partial<Search> =>
  typeof next === 'function' ? next(search) : next

/** What a filter's control shows, and how it changes that. */
export interface FilterState<Search> {
  readonly search: Search
  /** Why the service refuses what it is set to. */
  readonly error: string | undefined
  readonly change: (next: Change<Search>) => void
}

/** One way to narrow a list: its part of the URL, its chip, and its control in the panel. */
export interface ListFilter<Search> {
  /** Unique in its list: "Country". */
  readonly label: string
  /** Its part of the URL while it isn't set. */
  readonly off: Partial<Search>
  /** What its chip says; empty while it isn't set. */
  readonly chip: (search: Search) => string
  /** The parameters of the request that it sets. */
  readonly params: readonly string[]
  /** `controls` come with the panel, which is fetched when it is first opened. */
  readonly control: (controls: FilterControls, state: FilterState<Search>) => ReactNode
}

interface Choice<Search, Name extends keyof Search & string> {
  readonly label: string
  readonly name: Name
  readonly options?: readonly Option<Search[Name]>[]
  /** Of values that are only fetched when the panel is open. */
  readonly useOptions?: () => readonly Option<Search[Name]>[]
  /** Of one that isn't among the options. */
  readonly chip?: (value: NonNullable<Search[Name]>) => string
  /** Undefined unless given. */
  readonly off?: Search[Name]
  /** The choice that sets nothing: "Any". */
  readonly any?: string
  readonly param?: string
}

/** A filter with one value out of several. */
export function choice<Search extends object, Name extends keyof Search & string>({
  label,
  name,
  options = [],
  useOptions = () => options,
  chip = (value) => `${label}: ${String(value)}`,
  off,
  any = 'Any',
  param = name,
}: Choice<Search, Name>): ListFilter<Search> {
  const set = (value: Search[Name] | undefined) => ({ [name]: value }) as Partial<Search>
  const textOf = (value: NonNullable<Search[Name]>) => {
    const option = options.find((one) => one.value === value)
    return option ? (option.chip ?? `${label}: ${option.label}`) : chip(value)
  }
  return {
    label,
    off: set(off),
    params: [param],
    chip: ({ [name]: value }) => (value === off || value == null ? '' : textOf(value)),
    control: ({ ChoiceControl }, { search, error, change }) => (
      <ChoiceControl
        label={label}
        any={any}
        off={off}
        value={search[name]}
        useOptions={useOptions}
        error={error}
        onChange={(value) => change(set(value as Search[Name]))}
      />
    ),
  }
}

interface Choices<Search, Name extends keyof Search & string> {
  readonly label: string
  readonly name: Name
  readonly options?: readonly Option<ValueOf<Search[Name]>>[]
  /** Of values that are only fetched when the panel is open. */
  readonly useOptions?: () => readonly Option<ValueOf<Search[Name]>>[]
  readonly param?: string
}

/** `Country: Kenya or Vietnam`; empty without any. */
export const chipText = (label: string, values: readonly string[]): string =>
  values.length === 0 ? '' : `${label}: ${listText(values, 'or')}`

type ValueOf<Values> = Values extends readonly (infer Value)[] ? Value : Values & string

/** A filter with any of several values. */
export function choices<Search extends object, Name extends keyof Search & string>({
  label,
  name,
  options = [],
  useOptions = () => options,
  param = name,
}: Choices<Search, Name>): ListFilter<Search> {
  const set = (values: readonly string[]) =>
    ({ [name]: values.length > 0 ? values : undefined }) as Partial<Search>
  const valuesOf = (search: Search) => [search[name] ?? []].flat() as readonly string[]
  const textOf = (value: string) => options.find((option) => option.value === value)?.label ?? value
  return {
    label,
    off: set([]),
    params: [param],
    chip: (search) => chipText(label, valuesOf(search).map(textOf)),
    control: ({ ChoicesControl }, { search, error, change }) => (
      <ChoicesControl
        label={label}
        values={valuesOf(search)}
        useOptions={useOptions as () => readonly Option<string>[]}
        error={error}
        onChange={(next) => change((latest) => set(next(valuesOf(latest))))}
      />
    ),
  }
}

interface YesNo<Search> {
  readonly label: string
  readonly name: keyof Search & string
  readonly yes: string
  readonly no: string
  /** In the chips, where the label of the filter says more than its values: "Processor: linked". */
  readonly chips?: readonly [yes: string, no: string]
  readonly param?: string
}

/** A filter that is true, false or not set. */
export const yesNo = <Search extends object>({
  label,
  name,
  yes,
  no,
  chips = [yes, no],
  param = name,
}: YesNo<Search>) =>
  choice<Search, typeof name>({
    label,
    name,
    param,
    options: [
      { value: 'yes' as Search[typeof name], label: yes, chip: chips[0] },
      { value: 'no' as Search[typeof name], label: no, chip: chips[1] },
    ],
  })

interface PeriodOptions<Search> {
  /** What happens in it: "Due". */
  readonly label: string
  readonly from: keyof Search & string
  readonly to: keyof Search & string
  /** An end that isn't set, in the URL. */
  readonly none: '' | undefined
  readonly presets: readonly Preset[]
  readonly params: readonly string[]
}

/** A filter with a period: one that has a name, or from day to day. */
export function period<Search extends object>({
  label,
  from,
  to,
  none,
  presets,
  params,
}: PeriodOptions<Search>): ListFilter<Search> {
  const set = (first: string, last: string) =>
    ({ [from]: first === '' ? none : first, [to]: last === '' ? none : last }) as Partial<Search>
  const off = set('', '')
  const periodOf = (search: Search) => ({
    from: (search[from] as string | undefined) ?? '',
    to: (search[to] as string | undefined) ?? '',
  })
  return {
    label,
    off,
    params,
    chip: (search) => {
      const text = presetOf(periodOf(search), presets, currentDay()) ?? periodText(periodOf(search))
      return text === '' ? '' : `${label} ${text}`
    },
    control: ({ PeriodControl }, { search, error, change }) => (
      <PeriodControl
        label={label}
        presets={presets}
        period={periodOf(search)}
        error={error}
        onPeriod={(next) => change(set(next.from, next.to))}
      />
    ),
  }
}
