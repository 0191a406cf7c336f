import { Suspense, lazy } from 'react'

import { ListLines, type RowWindow } from './lines.tsx'
import type { WindowedLines, WindowedProps } from './window.tsx'

/** Up to this many rows, drawing all of them costs less than watching the scroll position. */
export const mostDrawnRows = 100

/** The rows of a list: all of them, or only the visible ones of a long list. */
export function ListBody<Row>({ frame, rowPx, ...body }: WindowedProps<Row>) {
  const { length } = body.rows
  if (length <= mostDrawnRows) return <ListLines {...body} window={firstRows(length)} />
  return (
    <Suspense fallback={<ListLines {...body} window={firstRows(mostDrawnRows)} />}>
      <LazyWindowedLines {...body} frame={frame} rowPx={rowPx} />
    </Suspense>
  )
}

// `lazy` forgets that the component takes any kind of row. The virtualizer is only fetched for a list that needs it.
const LazyWindowedLines = lazy(async () => ({
  default: (await import('./window.tsx')).WindowedLines,
})) as unknown as typeof WindowedLines

const firstRows = (count: number): RowWindow => ({
  shown: Array.from({ length: count }, (_, index) => index),
  beforePx: 0,
  afterPx: 0,
})
