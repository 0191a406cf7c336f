import { type Ref, useEffect } from 'react'

import { Card, type LineProps, TableLine } from '#kit/list/rows.tsx'

import type { RowWalk } from './walk.ts'

import classes from '#kit/list/table.module.css'

export interface BodyProps<Row> extends Pick<LineProps<Row>, 'columns' | 'traits' | 'total' | 'onSelect'> {
  readonly as: 'table' | 'cards'
  readonly rows: readonly Row[]
  /** How many rows of the list stand before this page. */
  readonly offset: number
  readonly selected: { has: (id: number) => boolean } | undefined
  readonly walk: RowWalk
}

/** The part of the rows that is drawn, and the room that the others take. */
export interface RowWindow {
  readonly shown: readonly number[]
  readonly beforePx: number
  readonly afterPx: number
  readonly measure?: Ref<HTMLLIElement>
  /** Scrolls to a row that is not drawn. */
  readonly reach?: (index: number) => void
}

/** Draws that part of the rows, in the table's way or as cards. */
export function ListLines<Row>({
  as,
  rows,
  selected,
  walk,
  window: { shown, beforePx, afterPx, measure, reach },
  ...rest
}: BodyProps<Row> & { window: RowWindow }) {
  useEffect(function land() {
    const missing = walk.land()
    if (missing !== null) reach?.(missing)
  })
  const lines = shown.map((index) => {
    const row = rows[index]
    if (row === undefined) return null
    const id = rest.traits.id(row)
    const line = {
      ...rest,
      row,
      index,
      position: rest.offset + index,
      isStop: index === walk.at,
      isSelected: selected?.has(id),
    }
    return as === 'table' ? <TableLine key={id} {...line} /> : <Card key={id} {...line} measure={measure} />
  })
  if (as === 'cards')
    return (
      <ul className={classes.cards} style={{ paddingTop: beforePx, paddingBottom: afterPx }}>
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
