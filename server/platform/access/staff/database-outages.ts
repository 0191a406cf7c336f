import type { DBAdapter } from 'better-auth'
import { APIError } from 'better-auth/api'

import { DatabaseUnavailable } from '#server/platform/lib/database-unavailable.ts'

/**
 * The same adapter, but an unavailable database is an `APIError` with status 503. better-auth passes those on; anything
 * else that an adapter throws becomes an internal error that no longer says why.
 */
export function reportingOutages(adapter: DBAdapter): DBAdapter {
  const members = Object.entries(adapter).map(([name, member]: [string, unknown]) => [
    name,
    typeof member === 'function' ? reporting(member as Method) : member,
  ])
  return Object.fromEntries(members) as DBAdapter
}

type Method = (...input: readonly unknown[]) => Promise<unknown>

const reporting =
  (method: Method): Method =>
  async (...input) => {
    try {
      return await method(...input)
    } catch (error) {
      if (error instanceof DatabaseUnavailable) throw new APIError('SERVICE_UNAVAILABLE')
      throw error
    }
  }
