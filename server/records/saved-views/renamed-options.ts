import type { Tenant } from '#server/platform/access/tenant.ts'
import { now } from '#server/platform/lib/clock.ts'

interface Rename {
  readonly from: string
  readonly to: string
}

/**
 * Rewrites the views of customers that filter by an option of this field, in the transaction that renames it: they find
 * the same customers afterwards.
 */
export async function renameInViews(trx: Tenant, field: number, renames: readonly Rename[]): Promise<void> {
  if (renames.length === 0) return
  const views = await trx
    .select('saved_views')
    .select(['id', 'search', 'version'])
    .where('list', '=', '/customers')
    .where('search', 'like', '%field=%')
    .execute()
  for (const { id, search, version } of views) {
    const next = withOptionRenamed(search, field, renames)
    if (next === search) continue
    await trx
      .update('saved_views')
      .set({ search: next, version: version + 1, updated_at: now() })
      .where('id', '=', id)
      .execute()
  }
}

/** Returns the query with the new name of the option that it filters by, in the spelling of the dashboard’s router. */
export function withOptionRenamed(search: string, field: number, renames: readonly Rename[]): string {
  const params = new URLSearchParams(search)
  if (params.get('field') !== String(field)) return search
  const value = params.get('value') ?? ''
  const rename = renames.find(({ from }) => from === parsed(value))
  if (!rename) return search
  params.set('value', isJson(rename.to) ? JSON.stringify(rename.to) : rename.to)
  return params.toString()
}

/** The router writes text in quotes if it could be read as JSON: `"12"` is text, `12` a number. */
const parsed = (value: string): string => (isJson(value) ? String(JSON.parse(value)) : value)

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
