import { type Ref, useEffect } from 'react'

import { type LineProps, PhoneRow, TableRow } from '#kit/list/rows.tsx'

import type { KeyboardNav } from './keyboard-nav.ts'

import classes from '#kit/list/table.module.css'

/** What the rows of a page are drawn from. */
export interface BodyProps<Row> extends Pick<LineProps<Row>, 'columns' | 'options' | 'total' | 'onSelect'> {
  readonly as: 'table' | 'phone'
  readonly rows: readonly Row[]
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
  const lines = shown.map((index) => {
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
  })
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
