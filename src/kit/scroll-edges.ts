import { useEffect } from 'react'

/** Marks on which sides a box has more than it shows, so that its edges can fade there. */
export function useScrollEdges(frame: HTMLElement | null): void {
  useEffect(
    function watchEdges() {
      if (!frame) return undefined
      const mark = () => {
        const { scrollTop, scrollLeft, clientHeight, clientWidth, scrollHeight, scrollWidth } = frame
        const sides = {
          below: scrollTop + clientHeight < scrollHeight - 1,
          end: scrollLeft + clientWidth < scrollWidth - 1,
          start: scrollLeft > 0,
        }
        const hidden = Object.entries(sides).flatMap(([side, isHidden]) => (isHidden ? [side] : []))
        frame.dataset['more'] = hidden.join(' ')
      }
      const sizes = new ResizeObserver(mark)
      sizes.observe(frame)
      for (const child of frame.children) sizes.observe(child)
      // Rows replace the skeleton, cards the table.
      const children = new MutationObserver(() => {
        for (const child of frame.children) sizes.observe(child)
        mark()
      })
      children.observe(frame, { childList: true })
      frame.addEventListener('scroll', mark, { passive: true })
      return () => {
        sizes.disconnect()
        children.disconnect()
        frame.removeEventListener('scroll', mark)
      }
    },
    [frame],
  )
}
