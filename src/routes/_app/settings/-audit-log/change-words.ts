import { kindsOfNotifications } from '#contract/account/notification-kinds.ts'
import { hourMs } from '#contract/values/durations.ts'
import { abilityName } from '#lib/ability-name.ts'
import { momentOf } from '#lib/dates.ts'
import { dateFormat, listText } from '#lib/locale.ts'
import { pluralize } from '#lib/pluralize.ts'
import { roleName } from '#lib/role-name.ts'
import { weekdayNames } from '#lib/weekdays.ts'

const labels: Readonly<Record<string, string>> = {
  url: 'URL',
  keep_days: 'Kept for',
  header_names: 'Headers',
  payment_days: 'Payment term',
  sessions: 'Sessions ended',
  left: 'Codes left',
  count: 'Customers',
  because: 'Reason',
  digest_every: 'Digest',
  digest_weekday: 'Weekday of the digest',
  digest_hour: 'Hour of the digest',
  notified_customers: 'Notified about',
}

/** Returns what a field is called. */
export const fieldLabel = (name: string): string =>
  labels[name] ?? `${name.charAt(0).toUpperCase()}${name.slice(1).replaceAll('_', ' ')}`

/** Returns how long entries are kept, in words. */
export const keptText = (days: number | null): string =>
  days === null ? 'forever' : days % 365 === 0 ? pluralize(days / 365, 'year') : pluralize(days, 'day')

/** Returns a value of a field in words; empty for none. */
export function valueText(name: string, stored: unknown): string {
  const value = asJson.has(name) ? parsed(stored) : stored
  if (name === 'keep_days' && (value === null || typeof value === 'number')) return keptText(value)
  if (value === null || value === undefined || value === '') return ''
  if (name === 'role') return roleName(String(value))
  if (name.endsWith('_at') && typeof value === 'string') return momentOf(value)
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (name === 'because') return reasons[String(value)] ?? plain(value)
  if (name === 'digest_every') return value === 'day' ? 'Daily' : 'Weekly'
  if (name === 'notified_customers') return value === 'all' ? 'All customers' : 'Their own customers'
  if (name === 'digest_weekday') return weekdayNames()[Number(value) - 1] ?? plain(value)
  if (name === 'digest_hour') return hourText(Number(value) * hourMs)
  if (name === 'list') return listNames[String(value)] ?? plain(value)
  if (placed.has(name) && Array.isArray(value))
    return value.length === 0 ? 'Off' : listText(value.map(place), 'and')
  if (Array.isArray(value)) return listText(value.map(name === 'abilities' ? ability : plain), 'and')
  if (typeof value === 'object')
    return Object.entries(value)
      .map(([key, of]) => `${fieldLabel(key)}: ${plain(of)}`)
      .join('\n')
  return plain(value)
}

/** Fields that are stored as JSON. */
const asJson: ReadonlySet<string> = new Set(['abilities', 'filters', 'conditions', 'columns'])
/** Kinds of notifications, with where they arrive. */
const placed: ReadonlySet<string> = new Set(Object.values(kindsOfNotifications).map(({ audited }) => audited))
const place = (value: unknown) =>
  value === 'in_app' ? 'in Bureau' : value === 'email' ? 'by email' : plain(value)
const reasons: Readonly<Record<string, string>> = {
  gone: 'The receiver answered 410 Gone',
  failing: 'Several days of consecutive failures',
}
const listNames: Readonly<Record<string, string>> = {
  '/customers': 'Customers',
  '/contacts': 'Contacts',
  '/invoices': 'Invoices',
  '/services': 'Services',
  '/proposals': 'Proposals',
  '/contracts': 'Contracts',
  '/meetings': 'Meetings',
  '/invoices/credit-notes': 'Credit notes',
  '/invoices/recurring': 'Recurring invoices',
  '/invoices/plans': 'Plans',
  '/invoices/subscriptions': 'Subscriptions',
}
const hourText = dateFormat({ hour: 'numeric', minute: '2-digit', timeZone: 'UTC' })

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
