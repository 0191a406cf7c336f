import { abilityName } from '#lib/ability-name.ts'
import { momentOf } from '#lib/dates.ts'
import { listText } from '#lib/locale.ts'
import { pluralize } from '#lib/pluralize.ts'
import { roleName } from '#lib/role-name.ts'

const labels: Readonly<Record<string, string>> = {
  url: 'URL',
  keep_days: 'Kept for',
  header_names: 'Headers',
  payment_days: 'Payment term',
  sessions: 'Sessions ended',
  left: 'Codes left',
  count: 'Customers',
}

/** Returns what a field is called. */
export const fieldLabel = (name: string): string =>
  labels[name] ?? `${name.charAt(0).toUpperCase()}${name.slice(1).replaceAll('_', ' ')}`

/** Returns how long entries are kept, in words. */
export const keptText = (days: number | null): string =>
  days === null ? 'forever' : days % 365 === 0 ? pluralize(days / 365, 'year') : pluralize(days, 'day')

/** Returns a value of a field in words; empty for none. */
export function valueText(name: string, stored: unknown): string {
  const value = name === 'abilities' || name === 'filters' || name === 'conditions' ? parsed(stored) : stored
  if (name === 'keep_days' && (value === null || typeof value === 'number')) return keptText(value)
  if (value === null || value === undefined || value === '') return ''
  if (name === 'role') return roleName(String(value))
  if (name.endsWith('_at') && typeof value === 'string') return momentOf(value)
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (Array.isArray(value)) return listText(value.map(name === 'abilities' ? ability : plain), 'and')
  if (typeof value === 'object')
    return Object.entries(value)
      .map(([key, of]) => `${fieldLabel(key)}: ${plain(of)}`)
      .join('\n')
  return plain(value)
}

const ability = (value: unknown) => abilityName(plain(value))

const plain = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

function parsed(value: unknown): unknown {
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}
