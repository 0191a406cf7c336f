import { useEffect, useState } from 'react'

/** Returns which of the elements with these ids is being read: the last one whose start has reached the top. */
export function useCurrentAnchor(ids: readonly string[]): string | undefined {
  const [current, setCurrent] = useState<string>()
  const joined = ids.join('\n')
  useEffect(
    function follow() {
      const expected = joined.split('\n').length
      let elements: HTMLElement[] = []
      let frame = 0
      const look = () => {
        frame = 0
        // Late chapters are drawn while the first ones are being read.
        if (elements.length < expected)
          elements = [...document.querySelectorAll<HTMLElement>('[data-anchor]')]
        const reached = elements.findLast((element) => element.getBoundingClientRect().top <= innerHeight / 4)
        const isAtEnd = scrollY > 0 && scrollY + innerHeight >= document.documentElement.scrollHeight - 2
        const shown = isAtEnd
          ? elements.findLast((element) => element.getBoundingClientRect().top < innerHeight)
          : reached
        setCurrent((shown ?? elements[0])?.dataset['anchor'])
      }
      const schedule = () => {
        frame ||= requestAnimationFrame(look)
      }
      schedule()
      addEventListener('scroll', schedule, { passive: true, capture: true })
      return () => {
        removeEventListener('scroll', schedule, { capture: true })
        cancelAnimationFrame(frame)
      }
    },
    [joined],
  )
  return current
}
