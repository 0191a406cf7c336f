import { expect, test, vi } from 'vitest'

import { all } from '#contract/all.ts'
import { portalPath } from '#contract/portal/portal.ts'
import type { Endpoint } from '#contract/wire/endpoint.ts'
import { WatchedClient } from '#server/platform/db/postgres.ts'
import { onPostgres } from '#server/tools/testing/data-dir.ts'
import { startWithAccount } from '#server/tools/testing/office.ts'
import { portalSession } from '#server/tools/testing/portal.ts'
import { addRecord } from '#server/tools/testing/record.ts'

const { service, account } = await startWithAccount({ rateLimit: 1_000_000 })
const theirs = await service.account('Theirs', { rateLimit: 1_000_000 })

const reads = all.filter(
  ({ method, access }) => method === 'GET' && access !== 'public' && access !== 'staff',
)
const customer = await portalSession(service.context, account.id)
const lists = reads.filter(({ path }) => !path.includes(':') && !path.endsWith('/live'))
const singles = reads.filter(({ path, record }) => record && path.includes(':id'))
const key = (path: string) => (path.startsWith('/api/v1') ? account.token : account.key)
const headersFor = (path: string): Record<string, string> =>
  path.startsWith(portalPath) ? customer : { authorization: `Bearer ${key(path)}` }

/** What a read answers, without times. */
async function answer({ path }: Pick<Endpoint, 'path'>, id?: number) {
  const url = id === undefined ? path : path.replace(':id', String(id))
  const { statusCode, body } = await service.send('GET', url, headersFor(path))
  return { statusCode, body: body.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'time') }
}

let forgotten = 0
/** Takes “where account_id = …” out of every statement of one account. */
function forgetAccounts() {
  const query = WatchedClient.prototype.query
  vi.spyOn(WatchedClient.prototype, 'query').mockImplementation(function (this: WatchedClient, ...sent) {
    const [text, parameters, how] = sent
    if (typeof how?.scope !== 'number') return query.apply(this, sent)
    const bare = text.replaceAll(/(?:"?\w+"?\.)?"?\baccount_id"?\s*=\s*\$(\d+)/g, '$$$1::bigint is not null')
    if (bare !== text) forgotten += 1
    // Under its name, PostgreSQL has the statement as it was.
    return query.call(this, bare, parameters, { scope: how.scope })
  })
}

test.runIf(onPostgres)(
  'without the account in any condition, no read shows another account’s rows',
  { timeout: 240_000 },
  async () => {
    const before = new Map<string, object>()
    for (const list of lists) before.set(list.path, await answer(list))
    const records = new Map<Endpoint, number>()
    for (const single of singles) records.set(single, await addRecord(service.context, theirs.id, single))

    forgetAccounts()
    for (const list of lists)
      expect([list.path, await answer(list)]).toEqual([list.path, before.get(list.path)])
    for (const [single, id] of records)
      expect([single.path, (await answer(single, id)).statusCode]).toEqual([single.path, 404])
    expect(forgotten).toBeGreaterThan(lists.length + singles.length)
  },
)
