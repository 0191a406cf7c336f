/** Elements with a title from here. */
const titled = new WeakSet<Element>()

/** Text that doesn't fit is shown as a whole when the pointer rests on it, unless something else is. */
export function titleCutText(): void {
  document.addEventListener('mouseover', ({ target }) => {
    if (!(target instanceof Element)) return
    for (let at: Element | null = target; at; at = at.parentElement) {
      if (at.hasAttribute('title') && !titled.has(at)) return
      const { textOverflow, webkitLineClamp } = getComputedStyle(at)
      if (textOverflow !== 'ellipsis' && webkitLineClamp === 'none') continue
      if (at.scrollWidth > at.clientWidth || at.scrollHeight > at.clientHeight + 1) {
        titled.add(at)
        at.setAttribute('title', at.textContent.trim())
      } else if (titled.has(at)) at.removeAttribute('title')
      return
    }
  })
}
