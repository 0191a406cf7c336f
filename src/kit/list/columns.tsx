import { useLocalStorage } from '@mantine/hooks'
import { type ReactNode, useMemo } from 'react'

import { lazyWithRetry } from '#kit/lazy-with-retry.ts'
import { StandIn } from '#kit/stand-in.tsx'

import type { ListSort } from './list-sort.ts'
import { useIsCrowded, useIsNarrow } from './narrow.ts'
import { DisplayButton } from './parts/display-button.tsx'

/** A column of a list. */
export interface ListColumn<Row> {
  readonly id: string
  readonly label: string
  /** The cell as plain text: shown unless `cell` draws it. */
  readonly text: (row: Row) => string
  readonly cell?: (row: Row) => ReactNode
  /** The column's name in the list's `sort`; without it the column can't be sorted. */
  readonly sort?: string
  /** Labels of the two orders, ascending first. Default `A to Z` and `Z to A`. */
  readonly sortWords?: readonly [string, string]
  /** Its share of the width, and its minimum. Default 11. */
  readonly widthRem?: number
  /** Numbers and money. Such a column is never narrower than its longest text. */
  readonly align?: 'end'
  /** Hidden until somebody chooses it. */
  readonly isExtra?: boolean
  /** Stays, as the first one does, while a row is open beside the list and there isn't room for all. */
  readonly staysBeside?: boolean
}

/** Which columns of a list a person wants to see, and in which order. The first one names the row and always stays. */
export interface ColumnChoice<Row> {
  /** In the chosen order. */
  readonly all: readonly ListColumn<Row>[]
  readonly visible: readonly ListColumn<Row>[]
  readonly visibility: Readonly<Record<string, boolean>>
  readonly show: (id: string, isShown: boolean) => void
  /** Shows the default columns, except where `chosen` says otherwise by id. Empty: the default ones. */
  readonly choose: (chosen: Readonly<Record<string, boolean>>) => void
  /** Moves a column to this place in `all`; the first place is taken. */
  readonly move: (id: string, index: number) => void
  /** The default columns in their default order. */
  readonly reset: () => void
}

/** The choice is remembered in this browser under the list's name. `columns` must be stable. */
export function useColumnChoice<Row>(list: string, columns: readonly ListColumn<Row>[]): ColumnChoice<Row> {
  const [chosen, setChosen] = useLocalStorage<Chosen>({
    key: `bureau.columns.${list}`,
    defaultValue: {},
    getInitialValueInEffect: false,
    deserialize: readChosen,
  })
  const [order, setOrder] = useLocalStorage<readonly string[]>({
    key: `bureau.column-order.${list}`,
    defaultValue: defaultOrder,
    getInitialValueInEffect: false,
    deserialize: readOrder,
  })
  return useMemo(() => {
    const all = inOrder(columns, order)
    const isShown = (column: ListColumn<Row>, index: number) =>
      index === 0 || (chosen[column.id] ?? column.isExtra !== true)
    return {
      all,
      visible: all.filter(isShown),
      visibility: Object.fromEntries(all.map((column, index) => [column.id, isShown(column, index)])),
      show: (id, on) => setChosen((before) => ({ ...before, [id]: on })),
      choose: setChosen,
      move: (id, index) => setOrder(moved(all, id, index)),
      reset: () => {
        setChosen({})
        setOrder(defaultOrder)
      },
    }
  }, [columns, chosen, setChosen, order, setOrder])
}

/** The visible columns; only those that stay where an open row takes their room. */
export function useColumnsBeside<Row>(
  { visible }: ColumnChoice<Row>,
  isRowOpen: boolean,
): readonly ListColumn<Row>[] {
  const isCrowded = useIsCrowded()
  return useMemo(
    () =>
      isRowOpen && isCrowded
        ? visible.filter(({ staysBeside }, index) => index === 0 || staysBeside === true)
        : visible,
    [visible, isRowOpen, isCrowded],
  )
}

const LazyMenu = lazyWithRetry(async () => (await import('./parts/display-menu.tsx')).DisplayMenu)

interface MenuProps<Row> {
  choice: ColumnChoice<Row>
  /** Where the list can be sorted: offers all orders by name. */
  sort?: ListSort | undefined
  /** Sorts that don't belong to a column: `-id` → `Recently added`. */
  otherSorts?: Readonly<Record<string, string>> | undefined
}

/**
 * The menu with the order, the density and the columns of a list; with the order alone where there's no table. It is
 * fetched when idle; an earlier click isn't lost.
 */
export function ColumnMenu<Row>(props: MenuProps<Row>) {
  const isNarrow = useIsNarrow()
  if (isNarrow && !props.sort) return null
  return (
    <StandIn
      renderButton={(button) => <DisplayButton {...button} aria-haspopup="dialog" />}
      renderMenu={(wasPressed) => <LazyMenu {...props} defaultOpened={wasPressed} />}
    />
  )
}

type Chosen = Readonly<Record<string, boolean>>
const defaultOrder: readonly string[] = []

/** The columns as they were arranged; those nobody has moved keep their place behind the one they follow by default. */
function inOrder<Row>(columns: readonly ListColumn<Row>[], order: readonly string[]) {
  const [first, ...rest] = columns
  if (order.length === 0 || first === undefined) return columns
  const arranged = order.flatMap((id) => rest.filter((column) => column.id === id))
  for (const [index, column] of rest.entries()) {
    if (arranged.includes(column)) continue
    const before = rest[index - 1]
    arranged.splice(before ? arranged.indexOf(before) + 1 : 0, 0, column)
  }
  return [first, ...arranged]
}

function moved(all: readonly { readonly id: string }[], id: string, index: number): readonly string[] {
  const ids = all.slice(1).map((column) => column.id)
  const others = ids.filter((other) => other !== id)
  return others.toSpliced(Math.max(0, Math.min(index - 1, others.length)), 0, id)
}

/** Storage may contain what another version wrote. */
function readChosen(stored: string | undefined): Chosen {
  try {
    const entries = Object.entries(JSON.parse(stored ?? '{}') as object)
    return Object.fromEntries(entries.filter(([, value]) => typeof value === 'boolean')) as Chosen
  } catch {
    return {}
  }
}

function readOrder(stored: string | undefined): readonly string[] {
  try {
    const ids: unknown = JSON.parse(stored ?? '[]')
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : defaultOrder
  } catch {
    return defaultOrder
  }
}
