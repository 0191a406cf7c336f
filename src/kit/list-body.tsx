import type { Row as ModelRow, RowData } from '@tanstack/react-table'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect } from 'react'

import type { listFeatures } from './list-model.ts'
import { Card, type LineProps, TableLine } from './list-rows.tsx'
import classes from './list-table.module.css'
import type { RowWalk } from './list-walk.ts'

interface Props<Row extends RowData> extends Pick<
  LineProps<Row>,
  'columns' | 'traits' | 'total' | 'onSelect'
> {
  readonly as: 'table' | 'cards'
  readonly rows: readonly ModelRow<typeof listFeatures, Row>[]
  /** How many rows of the list stand before this page. */
  readonly offset: number
  readonly selected: { has: (id: number) => boolean } | undefined
  readonly walk: RowWalk
  /** What scrolls. As state: a ref object would be empty when the virtualiser asks for it. */
  readonly frame: HTMLElement | null
}

/** The rows, all of them or those in sight. Apart from the table, so that scrolling renders nothing else. */
export function ListBody<Row extends RowData>({ as, rows, selected, walk, frame, ...rest }: Props<Row>) {
  const { shown, before, after, measure, reach } = useWindow(rows.length, frame, as)
  useEffect(function land() {
    const missing = walk.land()
    if (missing !== null) reach(missing)
  })
  const lines = shown.map((index) => {
    const row = rows[index]
    if (!row) return null
    const line = {
      ...rest,
      row,
      index,
      position: rest.offset + index,
      isStop: index === walk.at,
      isSelected: selected?.has(rest.traits.id(row.original)),
    }
    return as === 'table' ? (
      <TableLine key={row.id} {...line} />
    ) : (
      <Card key={row.id} {...line} measure={measure} />
    )
  })
  if (as === 'cards')
    return (
      <ul className={classes.cards} style={{ paddingTop: before, paddingBottom: after }}>
        {lines}
      </ul>
    )
  return (
    <tbody>
      <Spacer heightPx={before} />
      {lines}
      <Spacer heightPx={after} />
    </tbody>
  )
}

function Spacer({ heightPx }: { heightPx: number }) {
  if (heightPx === 0) return null
  return <tr aria-hidden style={{ height: heightPx }} />
}

/** Below this, drawing all rows costs less than watching the scroll position. */
const windowedFrom = 100
const heightPx = { table: 53, cards: 190 } as const
const headPx = { table: 41, cards: 0 } as const

function useWindow(count: number, frame: HTMLElement | null, as: 'table' | 'cards') {
  const isWindowed = count > windowedFrom
  // eslint-disable-next-line react/incompatible-library -- what it returns is read in this render and passed to no memo
  const virtualizer = useVirtualizer({
    count: isWindowed ? count : 0,
    getScrollElement: () => frame,
    estimateSize: () => heightPx[as],
    overscan: 12,
    // The head of the table lies over the rows and takes room above them.
    scrollPaddingEnd: headPx[as],
  })
  const items = virtualizer.getVirtualItems()
  if (!isWindowed)
    return { shown: Array.from({ length: count }, (_, index) => index), before: 0, after: 0, reach: nowhere }
  return {
    shown: items.map(({ index }) => index),
    before: items[0]?.start ?? 0,
    after: virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0),
    measure: virtualizer.measureElement,
    reach: virtualizer.scrollToIndex,
  }
}

const nowhere = () => undefined
