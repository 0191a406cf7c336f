import type { Session } from '#contract/access/session.ts'
import type { Config } from '#server/config.ts'
import type { StaffCaller } from '#server/platform/access/caller-types.ts'
import { abilitiesOf } from '#server/platform/access/roles.ts'
import type { Store } from '#server/platform/db/store.ts'
import { hostOf } from '#server/platform/lib/base-url.ts'
import { HttpError } from '#server/platform/lib/http-error.ts'
import { canMakePdfs } from '#server/platform/pdf/renderer.ts'

import { photoPath } from './photo.ts'
import { lacksTwoFactor } from './two-factor/second-factor.ts'

interface Needs {
  readonly store: Store
  readonly publicUrl: () => string
  readonly config: Pick<Config, 'mail' | 'service'>
}

/** Returns what the dashboard shows of a session: the person, their accounts, and what they may do in this one. */
export async function describeSession(
  { store, publicUrl, config }: Needs,
  caller: StaffCaller,
): Promise<Session> {
  const rows = await store.db
    .selectFrom('memberships')
    .innerJoin('accounts', 'accounts.id', 'memberships.account_id')
    .innerJoin('staff', 'staff.id', 'memberships.user_id')
    .leftJoin('connections', 'connections.account_id', 'accounts.id')
    .leftJoin('staff_photos', 'staff_photos.user_id', 'staff.id')
    .select(['accounts.id', 'accounts.name', 'accounts.time_zone', 'memberships.role'])
    .select([
      'staff.format_region',
      'accounts.requires_two_factor',
      'staff.two_factor_enabled',
      'staff_photos.token as photo',
      'connections.environment',
      'connections.base_url',
    ])
    .where('memberships.user_id', '=', caller.user.id)
    .orderBy('memberships.id')
    .execute()
  const accounts = rows.map(({ id, name, role, environment, base_url }) => ({
    id,
    name,
    role,
    environment,
    host: base_url === null ? null : hostOf(base_url),
  }))
  const own = rows.find(({ id }) => id === caller.account)
  const account = accounts.find(({ id }) => id === caller.account)
  if (!own || !account) throw new HttpError('UNAUTHENTICATED')
  const records = own.base_url === null
  return {
    user: { ...caller.user, format_region: own.format_region, photo: photoPath(own.photo) },
    account,
    accounts,
    abilities: lacksTwoFactor(own) ? [] : [...caller.abilities],
    features: {
      records,
      pdf: records && canMakePdfs,
      // An email has the document with it.
      email: records && canMakePdfs && config.mail !== undefined,
    },
    public_url: publicUrl(),
    ...(account.host !== null && { file_hosts: [account.host, ...config.service.fileHosts] }),
    time_zone: own.time_zone,
    needs_two_factor: lacksTwoFactor(own),
  }
}

/** Makes an account the session's default, for requests that name none; undefined if the person has no access to it. */
export async function openAccount(
  needs: Needs,
  caller: StaffCaller,
  account: number,
): Promise<Session | undefined> {
  const { db } = needs.store
  const membership = await db
    .selectFrom('memberships')
    .select('role')
    .where('user_id', '=', caller.user.id)
    .where('account_id', '=', account)
    .executeTakeFirst()
  if (!membership) return undefined
  await db
    .updateTable('staff_sessions')
    .set({ active_account_id: account })
    .where('id', '=', caller.sessionId)
    .execute()
  const { role } = membership
  return describeSession(needs, { ...caller, account, role, abilities: abilitiesOf(role) })
}
