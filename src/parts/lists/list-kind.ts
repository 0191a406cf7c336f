import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'

import type { Page } from '#api/page.ts'
import type { ReadOptions } from '#api/record-queries.ts'
import type { Ability } from '#contract/wire/endpoint.ts'
import type { Way } from '#kit/back-link.tsx'
import type { Address } from '#kit/link.tsx'
import type { ListColumn } from '#kit/list/columns.tsx'
import type { ListFilter } from '#kit/list/filters/filter.tsx'
import type { RowOptions } from '#kit/list/rows.tsx'
import type { ListTab } from '#kit/list/tabs.tsx'

/** The state of a list in its URL; a kind of list adds its filters. */
export interface ListSearchState {
  readonly page: number
  readonly size: number
  readonly search: string
  /** In the usual order unless given. */
  readonly sort?: string | undefined
}

/** Tabs around the rows of a list. */
interface Tabs<Search, Answer> {
  /** What they differ in: "Status". */
  readonly label: string
  readonly of: (answer: Answer | undefined) => readonly ListTab[]
  /** The tab of a URL. */
  readonly value: (search: Search) => string
  readonly change: (value: string) => Partial<Search>
}

interface Words {
  readonly title: string
  readonly hint: string
}

/** A kind of record as its list shows it: what is read, and how it is shown, narrowed and exported. */
export interface ListKind<
  Row extends { readonly id: number },
  Search extends ListSearchState,
  Answer extends Page<Row> = Page<Row>,
> {
  /** "credit note" */
  readonly noun: string
  /** "credit notes" */
  readonly plural: string
  readonly icon: Icon
  /** The screen: saved views belong to it. */
  readonly path: string
  readonly back?: Way
  readonly list: (search: Search) => ReadOptions<Answer>
  /** Must be stable, as `row` must be. */
  readonly columns: readonly ListColumn<Row>[]
  readonly row: RowOptions<Row>
  /** The fields of a row that a CSV file has. */
  readonly csv: readonly (keyof Row & string)[]
  /** The order unless the URL names one. */
  readonly usualSort: (search: Search) => NonNullable<Search['sort']>
  /** Orders that belong to no column: `-id` → `Recently added`. */
  readonly otherSorts?: Readonly<Record<string, string>>
  /** What a search looks at: "Number, title, customer". */
  readonly searches: string
  /** The filters beside the search. */
  readonly useFilters?: (search: Search) => readonly ListFilter<Search>[]
  readonly tabs?: Tabs<Search, Answer>
  /** Beside the title: how many there are, unless the kind has something better to say. */
  readonly subtitle?: (count: string, search: Search, answer: Answer | undefined) => string | undefined
  /** Why nothing is listed, and what to do about it. */
  readonly noMatch: (search: Search) => Words & { readonly clear?: string }
  readonly nothing: Words
  /** How one is created; absent for what is created elsewhere. */
  readonly create?: {
    readonly ability: Ability
    /** "create plans" */
    readonly to: string
    readonly label: string
    readonly address: (search: Search) => Address
    /** The key that does it. */
    readonly shortcut?: string
  }
  /** Beside views and export: ways to other screens, or what else is done with the list. */
  readonly links?: ReactNode
  /** The main action, in place of one that creates. */
  readonly actions?: ReactNode
}
