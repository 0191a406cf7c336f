import { numberFormat } from '#lib/locale.ts'

const tenths = numberFormat({ maximumFractionDigits: 1 })

/** Returns how long something took: `87 ms`, `1.4 s`. */
export const durationText = (ms: number): string =>
  ms < 1000 ? `${Math.round(ms)} ms` : `${tenths(ms / 1000)} s`

const units = [
  ['d', 86_400],
  ['h', 3600],
  ['min', 60],
  ['s', 1],
] as const

/** Returns a span in its two largest units: `9 s`, `4 min 12 s`, `2 h`. Rounds up, so that a countdown ends with `1 s`. */
export function spanText(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000))
  const first = units.findIndex(([, size]) => seconds >= size)
  if (first === -1) return '0 s'
  const parts = units.slice(first, first + 2).map(([unit, size], index) => {
    const [, larger] = index === 0 ? [undefined, Infinity] : (units[first] ?? [undefined, Infinity])
    return [Math.floor((seconds % larger) / size), unit] as const
  })
  return parts
    .filter(([count]) => count > 0)
    .map(([count, unit]) => `${count} ${unit}`)
    .join(' ')
}

/** Returns a span in its largest unit, rounded: `6 s`, `30 min`. */
export function waitText(ms: number): string {
  const seconds = ms / 1000
  const [unit, size] = units.find(([, length]) => seconds >= length * 0.95) ?? ['s', 1]
  return `${Math.round(seconds / size)} ${unit}`
}
