import { numberFormat } from './locale.ts'

const units = ['byte', 'kilobyte', 'megabyte'] as const

/** `1536` → `1.5 kB`. */
export function byteSize(bytes: number): string {
  const at = bytes < 1000 ? 0 : bytes < 1_000_000 ? 1 : 2
  const number = bytes / 1000 ** at
  return numberFormat({
    style: 'unit',
    unit: units[at] ?? 'byte',
    unitDisplay: at === 0 ? 'long' : 'short',
    maximumFractionDigits: number < 10 && at > 0 ? 1 : 0,
  })(number)
}
