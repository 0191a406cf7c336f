import { useVirtualizer } from '@tanstack/react-virtual'

import { type BodyProps, ListLines } from './lines.tsx'

const heightPx = { table: 53, cards: 190 } as const
const headPx = { table: 41, cards: 0 } as const

export interface WindowedProps<Row> extends BodyProps<Row> {
  /** What scrolls. As state: a ref object would be empty when the virtualiser asks for it. */
  readonly frame: HTMLElement | null
}

/** The rows in sight. A component of its own, so that scrolling renders nothing else. */
export function WindowedLines<Row>({ frame, ...body }: WindowedProps<Row>) {
  const { rows, as } = body
  // eslint-disable-next-line react/incompatible-library -- what it returns is read in this render and passed to no memo
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame,
    estimateSize: () => heightPx[as],
    overscan: 8,
    // The head of the table lies over the rows and takes room above them.
    scrollPaddingEnd: headPx[as],
  })
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
