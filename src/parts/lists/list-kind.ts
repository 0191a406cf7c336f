import type { Icon } from '@tabler/icons-react'
import type { ComponentType, ReactNode } from 'react'

import type { Page } from '#api/page.ts'
import type { ReadOptions } from '#api/record-queries.ts'
import type { Ability } from '#contract/endpoint.ts'
import type { Way } from '#kit/back-link.tsx'
import type { Address } from '#kit/link.tsx'
import type { ListColumn } from '#kit/list/columns.tsx'
import type { RowOptions } from '#kit/list/rows.tsx'

/** The state of a list in its URL; a kind of list adds its filters. */
export interface ListSearchState {
  readonly page: number
  readonly size: number
  readonly search: string
  /** In the usual order unless given. */
  readonly sort?: string | undefined
}

/** The props of what narrows a list. */
export interface NarrowProps<Search, Answer> {
  readonly search: Search
  /** Undefined until the first answer. */
  readonly answer: Answer | undefined
  /** Messages of a refused request, by the name of the parameter. */
  readonly refused: Readonly<Record<string, string>>
  /** Changes the URL, back to the first page. */
  readonly change: (next: Partial<Search>) => void
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
  readonly filters?: ComponentType<NarrowProps<Search, Answer>>
  /** Tabs around the rows. */
  readonly tabs?: ComponentType<NarrowProps<Search, Answer> & { readonly children: ReactNode }>
  /** The filters without any set. */
  readonly unfiltered: Partial<Search>
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
    readonly key?: string
  }
  /** Links beside the one that creates. */
  readonly links?: ReactNode
}
