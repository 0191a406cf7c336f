import type { CustomerActivity } from '#contract/customers/activity.ts'
import { actions } from '#contract/values/permissions.ts'
import { listText } from '#lib/locale.ts'
import { businessTitle } from '#parts/customer-inputs/business-title.ts'

import { permissionSummary } from '../-permission-words.ts'

const titles: Readonly<Record<string, string>> = {
  name: 'First name',
  last_name: 'Last name',
  email: 'Email',
  phone: 'Phone',
  ...businessTitle,
  invoice_template: 'Invoice template',
}

/** The name of a custom field by its key. */
type FieldNames = ReadonlyMap<string, string>

/** Changes of an entry of the activity, one line each. Fields that are gone are named by their key. */
export function changeLines(changes: CustomerActivity['changes'], fieldNames: FieldNames): readonly string[] {
  if (!changes) return []
  const { permissions, files } = changes
  const texts = [...Object.keys(titles), ...customKeys(changes)]
  return [
    ...texts.flatMap((key) => {
      const change = changes[key]
      if (!change) return []
      const title =
        titles[key] ?? fieldNames.get(key.slice(customPrefix.length)) ?? key.slice(customPrefix.length)
      const nothing = key === 'invoice_template' ? 'default' : 'none'
      return [`${title}: ${shown(change.from, nothing)} → ${shown(change.to, nothing)}`]
    }),
    ...(permissions ? [permissionLine(permissions)] : []),
    ...(files ? [...filesLine('Added', files.to), ...filesLine('Removed', files.from)] : []),
  ]
}

const customPrefix = 'custom_fields.'
const customKeys = (changes: object) => Object.keys(changes).filter((key) => key.startsWith(customPrefix))

/** Isolated, so that two values from right to left don't change places around the arrow. */
function shown(value: unknown, nothing: string): string {
  const text = typeof value === 'string' ? value.replaceAll(/\s+/g, ' ').trim() : ''
  return text === '' ? nothing : `\u2068${text}\u2069`
}

const names = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((name) => typeof name === 'string') : []

function permissionLine({ from, to }: { readonly from: unknown; readonly to: unknown }): string {
  const [before, after] = [from, to].map((value) => {
    const granted = new Set(names(value))
    const permissions = actions.filter(({ name }) => granted.has(name)).map(({ id, name }) => [id, name])
    return permissionSummary({ permissions: Object.fromEntries(permissions) })
  })
  return before === after ? 'Permissions changed' : `Permissions: ${before} → ${after}`
}

function filesLine(what: string, value: unknown): readonly string[] {
  const files = names(value)
  return files.length === 0 ? [] : [`${what} ${listText(files, 'and')}`]
}
