import { useLocalStorage } from '@mantine/hooks'
import { type ReactNode, Suspense, useMemo, useState } from 'react'

import { lazyWithRetry, useIdle } from '#kit/lazy-with-retry.ts'

import { ColumnsButton } from './parts/columns-button.tsx'

export interface ListColumn<Row> {
  readonly id: string
  readonly label: string
  /** The cell in plain words: what shows unless `cell` draws it, and what an export writes. */
  readonly text: (row: Row) => string
  readonly cell?: (row: Row) => ReactNode
  /** What the list's `sort` calls this column; without it the column cannot be sorted. */
  readonly sort?: string
  /** What the two orders are called, the ascending one first. Default `A to Z` and `Z to A`. */
  readonly sortWords?: readonly [string, string]
  /** Its share of the width; also the least it gets. Default 11. */
  readonly widthRem?: number
  readonly align?: 'end'
  /** Hidden until somebody chooses it. */
  readonly isExtra?: boolean
}

export interface ListSort {
  /** A column's `sort`; a leading `-` turns it round. */
  readonly by: string
  readonly onSort: (by: string) => void
}

/** Which columns of a list a person wants to see. The first one names the row and always stays. */
export interface ColumnChoice<Row> {
  readonly all: readonly ListColumn<Row>[]
  readonly visible: readonly ListColumn<Row>[]
  readonly visibility: Readonly<Record<string, boolean>>
  readonly show: (id: string, isShown: boolean) => void
  /** Shows the usual columns, but for what is said of some by id. Empty: the usual ones. */
  readonly choose: (chosen: Readonly<Record<string, boolean>>) => void
}

/** The choice is remembered in this browser under the list's name. `columns` must be stable. */
export function useColumnChoice<Row>(list: string, columns: readonly ListColumn<Row>[]): ColumnChoice<Row> {
  const [chosen, setChosen] = useLocalStorage<Chosen>({
    key: `bureau.columns.${list}`,
    defaultValue: {},
    getInitialValueInEffect: false,
    deserialize: readChosen,
  })
  return useMemo(() => {
    const isShown = (column: ListColumn<Row>, index: number) =>
      index === 0 || (chosen[column.id] ?? column.isExtra !== true)
    return {
      all: columns,
      visible: columns.filter(isShown),
      visibility: Object.fromEntries(columns.map((column, index) => [column.id, isShown(column, index)])),
      show: (id, on) => setChosen((before) => ({ ...before, [id]: on })),
      choose: setChosen,
    }
  }, [columns, chosen, setChosen])
}

const LazyMenu = lazyWithRetry(async () => (await import('./parts/column-menu.tsx')).ListColumnMenu)

/** The menu that shows and hides columns. It is fetched when idle; a click before that counts. */
export function ColumnMenu<Row>({ choice }: { choice: ColumnChoice<Row> }) {
  const [isWanted, setIsWanted] = useState(false)
  const idle = useIdle()
  const button = <ColumnsButton onClick={() => setIsWanted(true)} aria-haspopup="menu" />
  if (!idle && !isWanted) return button
  return (
    <Suspense fallback={button}>
      <LazyMenu choice={choice} defaultOpened={isWanted} />
    </Suspense>
  )
}

type Chosen = Readonly<Record<string, boolean>>

/** What storage holds may be of another version, or of somebody else. */
function readChosen(stored: string | undefined): Chosen {
  try {
    const entries = Object.entries(JSON.parse(stored ?? '{}') as object)
    return Object.fromEntries(entries.filter(([, value]) => typeof value === 'boolean')) as Chosen
  } catch {
    return {}
  }
}
