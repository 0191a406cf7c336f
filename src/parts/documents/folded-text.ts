/** So many lines around a change say where it is. */
const linesAround = 2

interface Place {
  readonly isFirst: boolean
  readonly isLast: boolean
}

/** Returns what is shown of a text that is the same in both versions; `hidden` counts the lines with words between. */
export function foldedText(text: string, { isFirst, isLast }: Place) {
  const lines = (isLast ? text.trimEnd() : text).split('\n')
  // Beside those around it, the first and the last one are parts of a line that changed.
  const [before, after] = [isFirst ? 0 : linesAround + 1, isLast ? 0 : linesAround + 1]
  const between = lines.slice(before, Math.max(before, lines.length - after))
  const hidden = between.filter((line) => line.trim() !== '').length
  if (hidden < 2) return { start: text, hidden: 0, end: '' }
  return {
    start: lines.slice(0, before).join('\n'),
    hidden,
    end: lines.slice(lines.length - after).join('\n'),
  }
}
