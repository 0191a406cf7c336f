import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect } from 'react'

import { type BodyProps, ListLines } from './lines.tsx'

const headPx = { table: 37, phone: 0 } as const

/** The same, where only the rows in view are drawn. */
export interface WindowedProps<Row> extends BodyProps<Row> {
  /** The scrolling element. As state: a ref object would be empty when the virtualizer asks for it. */
  readonly frame: HTMLElement | null
  /** The height of a row, or an estimate. */
  readonly rowPx: number
}

/** The visible rows. A component of its own, so that scrolling renders nothing else. */
export function WindowedLines<Row>({ frame, rowPx, ...body }: WindowedProps<Row>) {
  const { rows, as } = body
  // eslint-disable-next-line react/incompatible-library -- what it returns is read in this render and passed to no memo
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame,
    estimateSize: () => rowPx,
    overscan: 8,
    // The table's header covers the rows and takes up space above them.
    scrollPaddingEnd: headPx[as],
  })
  useEffect(
    function measureAgain() {
      virtualizer.measure()
    },
    [virtualizer, rowPx],
  )
  const items = virtualizer.getVirtualItems()
  return (
    <ListLines
      {...body}
      window={{
        shown: items.map(({ index }) => index),
        beforePx: items[0]?.start ?? 0,
        afterPx: virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0),
        measure: virtualizer.measureElement,
        reach: virtualizer.scrollToIndex,
      }}
    />
  )
}
