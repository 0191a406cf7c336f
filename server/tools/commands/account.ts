import { ensureAccount } from '#server/platform/access/staff/accounts.ts'
import type { Store } from '#server/platform/db/store.ts'

import { UsageError } from '../command.ts'

/**
 * Returns the id of the account that `--account` names: `NAME`, or `id:7` where several have the same name. Throws
 * `UsageError` if there is none.
 */
export async function findAccount(store: Store, named: string): Promise<number> {
  const id = await lookUp(store, named)
  if (id === undefined) throw new UsageError(`--account: there is no account named ${named.trim()}`)
  return id
}

/** The same, but a name that no account has yet creates an empty one. */
export async function findOrCreateAccount(store: Store, named: string): Promise<number> {
  return (await lookUp(store, named)) ?? (await ensureAccount(store, named.trim())).id
}

async function lookUp({ db }: Store, named: string): Promise<number | undefined> {
  const name = named.trim()
  if (/\p{Cc}/u.test(name)) throw new UsageError('--account must not contain control characters')
  const byId = /^id:([1-9][0-9]{0,14})$/.exec(name)?.[1]
  if (byId !== undefined) {
    const row = await db.selectFrom('accounts').select('id').where('id', '=', Number(byId)).executeTakeFirst()
    if (!row) throw new UsageError(`--account: there is no account with the id ${byId}`)
    return row.id
  }
  const rows = await db.selectFrom('accounts').select('id').where('name', '=', name).orderBy('id').execute()
  if (rows.length > 1) {
    const ids = rows.map(({ id }) => `id:${id}`).join(' or ')
    throw new UsageError(
      `--account: ${rows.length} accounts are named ${name}; use ${ids} instead of the name`,
    )
  }
  return rows[0]?.id
}
