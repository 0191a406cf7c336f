import { type Ref, useEffect } from 'react'

import { type LineProps, type ListGap, PhoneRow, TableRow, UnreadableRow } from '#kit/list/rows.tsx'

import type { KeyboardNav } from './keyboard-nav.ts'

import classes from '#kit/list/table.module.css'

/** Data of the rows of a page. */
export interface BodyProps<Row> extends Pick<LineProps<Row>, 'columns' | 'options' | 'total' | 'onSelect'> {
  readonly as: 'table' | 'phone'
  readonly rows: readonly Row[]
  readonly gaps: readonly ListGap[] | undefined
  /** The noun for a row: `customer`. */
  readonly one: string
  /** How many rows of the list come before this page. */
  readonly offset: number
  readonly selected: { has: (id: number) => boolean } | undefined
  readonly openId: number | undefined
  readonly nav: KeyboardNav
}

/** The part of the rows that is drawn, and the room that the others take. */
export interface RowWindow {
  readonly shown: readonly number[]
  readonly beforePx: number
  readonly afterPx: number
  readonly measure?: Ref<HTMLLIElement>
  /** Scrolls to a row that isn't drawn. */
  readonly reach?: (index: number) => void
}

/** Draws that part of the rows, as a table's body or as the rows of a phone. */
export function ListLines<Row>({
  as,
  rows,
  gaps = [],
  one,
  selected,
  openId,
  nav,
  window: { shown, beforePx, afterPx, measure, reach },
  ...rest
}: BodyProps<Row> & { window: RowWindow }) {
  useEffect(function land() {
    const missing = nav.land()
    if (missing !== null) reach?.(missing)
  })
  const columnCount = rest.columns.length + (selected ? 1 : 0) + (rest.options.menu ? 1 : 0)
  // Rows that are being deleted are gone already, so the last place may be before that of a gap.
  const gapsAt = (index: number) =>
    gaps.flatMap(({ id, at }, order) =>
      Math.min(at, rows.length) === index
        ? // eslint-disable-next-line react/no-array-index-key -- they may have no id, and only their order tells them apart
          [<UnreadableRow key={`gap ${order}`} {...{ as, one, id, columnCount }} />]
        : [],
    )
  const lineAt = (index: number) => {
    const row = rows[index]
    if (row === undefined) return null
    const id = rest.options.id(row)
    const line = {
      ...rest,
      row,
      index,
      position: rest.offset + index,
      isStop: index === nav.at,
      isSelected: selected?.has(id),
      isOpen: id === openId,
    }
    return as === 'table' ? (
      <TableRow key={id} {...line} />
    ) : (
      <PhoneRow key={id} {...line} measure={measure} />
    )
  }
  // The end of the rows is in sight, too.
  const places = (shown.at(-1) ?? -1) === rows.length - 1 ? [...shown, rows.length] : shown
  const lines = places.flatMap((index) => [...gapsAt(index), lineAt(index)])
  if (as === 'phone')
    return (
      <ul className={classes.phoneRows} style={{ paddingTop: beforePx, paddingBottom: afterPx }}>
        {lines}
      </ul>
    )
  return (
    <tbody>
      {beforePx > 0 && <tr aria-hidden style={{ height: beforePx }} />}
      {lines}
      {afterPx > 0 && <tr aria-hidden style={{ height: afterPx }} />}
    </tbody>
  )
}
