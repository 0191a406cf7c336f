import { createHash, createHmac, randomBytes } from 'node:crypto'

import { dayMs } from '#contract/values/durations.ts'
import type { Context } from '#server/context.ts'
import { secretKey } from '#server/platform/access/secret.ts'

/** As long as a new one lasts: an older one is renewed by the first request. */
const lastsMs = 14 * dayMs

/** Begins a session of that person without their password; returns the headers of their requests from the dashboard. */
export async function insertSession(
  { config, store }: Pick<Context, 'config' | 'store'>,
  user: number,
): Promise<{ cookie: string; 'sec-fetch-site': string }> {
  const token = randomBytes(24).toString('base64url')
  const time = new Date().toISOString()
  await store.db
    .insertInto('staff_sessions')
    .values({
      user_id: user,
      token: createHash('sha256').update(token).digest('hex'),
      expires_at: new Date(Date.now() + lastsMs).toISOString(),
      created_at: time,
      updated_at: time,
      ip_address: '127.0.0.1',
      user_agent: null,
      active_account_id: null,
      last_seen_at: null,
    })
    .execute()
  const signature = createHmac('sha256', await secretKey(config, store))
    .update(token)
    .digest('base64')
  const prefix = config.publicUrl?.startsWith('https:') ? '__Secure-' : ''
  return {
    cookie: `${prefix}bureau.session_token=${encodeURIComponent(`${token}.${signature}`)}`,
    'sec-fetch-site': 'same-origin',
  }
}
