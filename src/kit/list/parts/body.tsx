import { Suspense, lazy, startTransition, useEffect, useState } from 'react'

import { ListLines, type RowWindow } from './lines.tsx'
import type { WindowedLines, WindowedProps } from './window.tsx'

/** Up to this many rows, drawing all of them costs less than watching the scroll position. */
export const mostDrawnRows = 100

/** Rows in the first frame of a visit. */
const firstDrawnRows = 8

/** The rows of a list: all of them, or only the visible ones of a long list. */
export function ListBody<Row>({ frame, rowPx, ...body }: WindowedProps<Row>) {
  const { length } = body.rows
  const drawn = useFirstFrame(length)
  if (length <= mostDrawnRows)
    return <ListLines {...body} window={firstRows(drawn, (length - drawn) * rowPx)} />
  return (
    <Suspense fallback={<ListLines {...body} window={firstRows(Math.min(drawn, mostDrawnRows), 0)} />}>
      <LazyWindowedLines {...body} frame={frame} rowPx={rowPx} />
    </Suspense>
  )
}

let isFirstFrame = true

/**
 * Returns how many rows to draw: all of them, but in the first frame of a visit only the first few, as that frame also
 * draws everything around them. The others follow at once, in slices.
 */
function useFirstFrame(count: number): number {
  const [isPartial, setIsPartial] = useState(isFirstFrame && count > firstDrawnRows)
  useEffect(function drawTheOthers() {
    isFirstFrame = false
    startTransition(() => setIsPartial(false))
  }, [])
  return isPartial ? Math.min(count, firstDrawnRows) : count
}

// `lazy` forgets that the component takes any kind of row. The virtualizer is only fetched for a list that needs it.
const LazyWindowedLines = lazy(async () => ({
  default: (await import('./window.tsx')).WindowedLines,
})) as unknown as typeof WindowedLines

const firstRows = (count: number, afterPx: number): RowWindow => ({
  shown: Array.from({ length: count }, (_, index) => index),
  beforePx: 0,
  afterPx,
})
