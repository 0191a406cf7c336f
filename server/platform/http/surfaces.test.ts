import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'

import { all } from '#contract/all.ts'
import { proposalParts } from '#contract/documents/proposals.ts'
import { viewAsCustomer } from '#contract/portal/links.ts'
import type { Endpoint, Surface } from '#contract/wire/endpoint.ts'
import { BError, V1Error } from '#contract/wire/surface.ts'
import { extensionExample } from '#server/doors/reference/extension-examples.ts'
import { revokeCredential } from '#server/records/credentials/writes.ts'
import { startWithAccount } from '#server/tools/testing/office.ts'
import { grant, portalSession } from '#server/tools/testing/portal.ts'
import { addRecord, mergedId } from '#server/tools/testing/record.ts'
import { type FormPart, type TestAccount, customerParts, encodeForm } from '#server/tools/testing/service.ts'

import { isVersioned } from './versions.ts'

// Where nothing is emailed, the endpoints of emails answer 409; nothing is sent before the service is started.
const { service, account } = await startWithAccount({
  env: { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'billing@example.com' },
  // Every endpoint is asked several times, most of them within the same minute.
  rateLimit: 1_000_000,
})
const other = await service.account('Theirs', { rateLimit: 1_000_000 })

const guarded = all.filter(({ access }) => access !== 'public')
const url = (path: string, id = '1') => path.replace(':edition', '1').replace(/:\w+/g, id)
const bearer = (text: string) => ({ authorization: `Bearer ${text}` })
const credentialOf = (surface: Surface, { token, key }: TestAccount) => bearer(surface === 'v1' ? token : key)

const owners = new Map<number, Promise<Record<string, string>>>()
/**
 * The account's credential; its owner's session where no credential is accepted; in the portal a customer of the account, who is
 * that of the record where there is one.
 */
function callerIn(
  caller: TestAccount,
  { surface, access, record }: Pick<Endpoint, 'surface' | 'access' | 'record'>,
  id?: number,
) {
  if (access === 'portal')
    return portalSession(service.context, caller.id, id === undefined ? undefined : { name: record, id })
  if (access !== 'staff') return credentialOf(surface, caller)
  const session = owners.get(caller.id) ?? service.session(caller.id, 'owner')
  owners.set(caller.id, session)
  return session
}

const idOf = (id: string) => (Number.isSafeInteger(Number(id)) ? Number(id) : 0)

const exampleOf = (operation: string) => extensionExample(operation)?.body ?? {}

/** The draft of a proposal or contract, for the customer of the record. */
const documentBody = (operation: string) => async (id: string) => {
  const row = await service.context.store.db
    .selectFrom('documents')
    .select('customer_id')
    .where('id', '=', idOf(id))
    .executeTakeFirst()
  return { ...exampleOf(operation), customer_id: row?.customer_id ?? 1 }
}

/** Bodies that name other records than that of their endpoint. */
const bodies: Record<string, object | ((id: string) => Promise<object>)> = {
  'POST /api/x/customers/:id/merge': { ...exampleOf('POST /api/x/customers/:id/merge'), other: mergedId },
  'POST /api/x/customers/:id/document-link': async (id) => {
    const customer = await service.context.store.db
      .selectFrom('customers')
      .select('account_id')
      .where('id', '=', idOf(id))
      .executeTakeFirst()
    if (!customer) return { kind: 'proposal', id: 1 }
    const proposal = await addRecord(service.context, customer.account_id, proposalParts.email)
    await service.context.store.db
      .updateTable('documents')
      .set({ customer_id: idOf(id) })
      .where('id', '=', proposal)
      .execute()
    await grant(service.context, idOf(id), ['view-proposal'])
    return { kind: 'proposal', id: proposal }
  },
  'POST /api/x/bank-payments/:id/payments': async () => {
    const open = service.context.store.db.selectFrom('invoices').select('id').where('status', '=', 'sent')
    const invoice = await open.orderBy('id', 'desc').executeTakeFirst()
    return { payments: [{ invoice_id: invoice?.id ?? 1, amount: 20 }] }
  },
  'POST /api/x/invoices/:id/credit-notes': async (invoice) => {
    const line = await service.context.store.db
      .selectFrom('invoice_line_items')
      .select('id')
      .where('invoice_id', '=', idOf(invoice))
      .executeTakeFirst()
    return { reason: 'Damaged', line_items: [{ id: line?.id ?? 1, quantity: 1 }] }
  },
  'PUT /api/x/proposals/:id': documentBody('PUT /api/x/proposals/:id'),
  'PUT /api/x/contracts/:id': documentBody('PUT /api/x/contracts/:id'),
}

/** A body that is valid for the record: the one that the API's description has, for the customer of the record. */
async function bodyFor(operation: string, id: string): Promise<object> {
  const own = bodies[operation]
  if (own) return typeof own === 'function' ? own(id) : own
  const example = exampleOf(operation)
  return 'customer_id' in example ? { ...example, customer_id: 1 } : example
}

/** The form of an endpoint with an id. */
const formParts = async (path: string): Promise<FormPart[]> =>
  path.endsWith('/attachments') ? [['file', new File(['A plan'], 'plan.txt')]] : customerParts()

/** An error in the format of its surface, without its timestamp. */
function errorOf(surface: Surface, body: { error?: unknown }) {
  expect((surface === 'v1' ? V1Error : BError).safeParse(body).success).toBe(true)
  return surface === 'v1' ? body : body.error
}

describe.each(guarded)('$method $path', ({ method, path, surface }) => {
  test('rejects a caller without a credential before reading the body', async () => {
    const answer = await service.app.inject({
      method,
      url: url(path),
      headers: { 'content-type': 'application/json' },
      payload: '{"broken',
    })
    expect(answer.statusCode).toBe(401)
    errorOf(surface, answer.json())
    expect(answer.headers['www-authenticate']).toBe('Bearer')
  })

  test('rejects a header that names no credential', async () => {
    const headers = ['Bearer nonsense', 'Basic YTpi', 'Bearer', 'bearer  ']
    const answers = headers.map(async (authorization) => {
      const { statusCode } = await service.app.inject({ method, url: url(path), headers: { authorization } })
      return [authorization, statusCode]
    })
    expect(await Promise.all(answers)).toEqual(headers.map((authorization) => [authorization, 401]))
  })

  test('rejects the other surface’s credential', async () => {
    const headers = bearer(surface === 'v1' ? account.key : account.token)
    expect((await service.app.inject({ method, url: url(path), headers })).statusCode).toBe(401)
  })

  test('rejects an expired credential', async () => {
    const expired = await service.account('Ours', { expiresAt: '2020-01-31T23:59:59.999999Z' })
    const headers = credentialOf(surface, expired)
    expect((await service.app.inject({ method, url: url(path), headers })).statusCode).toBe(401)
  })

  test('lists the allowed methods for any other', async () => {
    const answer = await service.app.inject({ method: 'PATCH', url: url(path) })
    expect(answer.statusCode).toBe(405)
    expect(String(answer.headers.allow)).toContain(method)
  })
})

describe.each(guarded.filter(({ ability }) => ability !== null))(
  '$method $path needs its ability',
  ({ method, path, surface, access, ability }) => {
    test('before looking up the record or reading the body', async () => {
      // On Surface B a key may do everything, and every role may view contacts.
      const caller =
        surface === 'b' || access === 'staff'
          ? await service.session(account.id, 'viewer')
          : credentialOf(surface, await service.account('Ours', { abilities: [] }))
      const headers = { ...caller, 'content-type': 'application/json' }
      const answer = await service.app.inject({
        method,
        url: url(path, '999999'),
        headers,
        payload: '{"broken',
      })
      expect(answer.statusCode).toBe(403)
      expect(JSON.stringify(errorOf(surface, answer.json()))).toContain(ability)
    })
  },
)

const strangeIds = [
  '0',
  '-1',
  '1.5',
  '01',
  '1e3',
  '0x1',
  '+1',
  '%201',
  '9007199254740993',
  '9'.repeat(300),
  '%F0%9F%99%82',
  '%zz',
  'abc',
]

const badInputs = [
  { title: 'a body that breaks off', payload: '{"broken', query: '' },
  { title: 'a body of another kind', payload: '[]', query: '' },
  { title: 'a body too large', payload: `"${'x'.repeat(2_000_000)}"`, query: '' },
  { title: 'values that fit nothing', payload: '{"url":1,"event":1,"from":1}', query: '?limit=0' },
]

describe.each(guarded.filter(({ path }) => path.includes(':id')))(
  '$method $path',
  ({ method, path, surface, access, record, bodyType, needsVersion }) => {
    const callerOf = (caller: TestAccount, id?: number) => callerIn(caller, { surface, access, record }, id)
    const ask = async (
      id: string,
      headers: Record<string, string>,
      match: object = { 'if-match': '"1"' },
    ) => {
      const form = bodyType === 'multipart' ? await encodeForm(await formParts(path)) : undefined
      return service.app.inject({
        method,
        url: url(path, id),
        headers: { ...match, ...(form && { 'content-type': form.contentType }), ...headers },
        payload: form?.payload ?? (await bodyFor(`${method} ${path}`, id)),
      })
    }

    test('answers strange ids like a missing record', async () => {
      const headers = await callerOf(await service.account('Strange ids'))
      const answerTo = async (id: string) => {
        const { statusCode, body } = await ask(id, headers)
        return { id, statusCode, error: errorOf(surface, JSON.parse(body)) }
      }
      const absent = await answerTo('123456')
      expect(absent.statusCode).toBe(404)
      const strange = await Promise.all(strangeIds.map(answerTo))
      expect(strange).toEqual(strangeIds.map((id) => ({ ...absent, id })))
    })

    test('answers another account’s record like a missing one', async () => {
      const id = String(await addRecord(service.context, other.id, { record, path }))
      const headers = await callerOf(account)
      const [foreign, absent] = [await ask(id, headers), await ask('123456', headers)]
      expect(foreign.statusCode).toBe(404)
      expect(errorOf(surface, foreign.json())).toEqual(errorOf(surface, absent.json()))
      const owner = await ask(id, await callerOf(other, Number(id)))
      expect(owner.statusCode).toBeLessThan(300)
    })

    test('reports a missing record before a bad body or query', async () => {
      const answers = []
      for (const { title, payload, query } of badInputs) {
        const id = await addRecord(service.context, other.id, { record, path })
        const ask = async (id: string | number, caller: TestAccount) => {
          const known = typeof id === 'number' && caller === other ? id : undefined
          const headers = { 'content-type': 'application/json', ...(await callerOf(caller, known)) }
          const options = { method, url: url(path, String(id)) + query, headers, payload }
          return (await service.app.inject(options)).statusCode
        }
        const missing = [await ask(123456, account), await ask('abc', account), await ask(id, account)]
        answers.push({ title, missing, isFound: (await ask(id, other)) !== 404 })
      }
      expect(answers).toEqual(
        badInputs.map(({ title }) => ({ title, missing: [404, 404, 404], isFound: true })),
      )
    })

    // Looking at the portal as a customer changes nothing of the customer.
    const isWrite = method !== 'GET' && path !== viewAsCustomer.path
    if (!isWrite || !isVersioned(record)) return

    test('needs the version of the record if it says so', async () => {
      const id = String(await addRecord(service.context, other.id, { record, path }))
      const { statusCode } = await ask(id, await callerOf(other, Number(id)), {})
      expect(statusCode === 428).toBe(needsVersion)
    })

    test('writes nothing with a stale version', async () => {
      const id = String(await addRecord(service.context, other.id, { record, path }))
      const headers = await callerOf(other, Number(id))
      const send = async (match: string, to = id) =>
        (await ask(to, { ...headers, 'if-match': match })).statusCode
      for (const stale of ['"2"', 'W/"1"', '1', '"2", "3"'])
        expect([stale, await send(stale)]).toEqual([stale, 412])
      expect(await send('*', '123456')).toBe(404)
      expect([412, 428]).not.toContain(await send('*'))
    })
  },
)

describe.each(all.filter(({ body, query }) => body ?? query))('$method $path', ({ body, query }) => {
  test('has its own message for every value it rejects', () => {
    const texts = [body, query].flatMap((schema) => {
      if (!schema) return []
      if (!(schema instanceof z.ZodMiniObject)) throw new Error('Not an object: its fields can’t be listed')
      return Object.keys(schema.shape).flatMap((name) =>
        [undefined, null, -1.5, 'x'.repeat(5000), [], [{}], {}, true].flatMap((value) =>
          (schema.safeParse({ [name]: value }).error?.issues ?? []).map(({ message }) => message),
        ),
      )
    })
    expect(texts).not.toEqual([])
    expect(
      texts.filter((text) => /^(Invalid (input|option)|Too (big|small)|Unrecognized)/.test(text)),
    ).toEqual([])
  })
})

test('a revoked key is rejected from the next request on', async () => {
  const { key, tenant } = await service.account('Revoked')
  const ask = () => service.app.inject({ url: '/api/customers', headers: bearer(key) })
  expect((await ask()).statusCode).toBe(200)
  for (const { id } of await tenant.select('credentials').select('id').execute())
    await tenant.transaction((trx) => revokeCredential(trx, { kind: 'key' }, id))
  expect((await ask()).statusCode).toBe(401)
})

test('a lowercase bearer works too', async () => {
  const answer = await service.app.inject({
    url: '/api/customers',
    headers: { authorization: `bearer ${account.key}` },
  })
  expect(answer.statusCode).toBe(200)
})

test.each(['/api', '/api/nope', '/api/customers/1/nope', '/api/v1/nope', '/api/x'])(
  '%s never answers HTML',
  async (path) => {
    const answer = await service.app.inject({ url: path, headers: { accept: 'text/html' } })
    expect(answer.statusCode).toBe(404)
    expect(answer.headers['content-type']).toContain('application/json')
  },
)

test.each(['/', '/customers', '/customers/1?page=2', '/sign-in'])('%s is the dashboard', async (path) => {
  const answer = await service.app.inject({ url: path })
  expect(answer.headers['content-type']).toContain('text/html')
  expect(answer.body).toContain('data-visitor="new"')
})

test.each(['/assets', '/assets/', '/assets/nope.js', '/index.html', '/.sources', '/%2e%2e/package.json'])(
  '%s is 404',
  async (path) => {
    expect((await service.app.inject({ url: path })).statusCode).toBe(404)
  },
)

describe('an out-of-range list parameter is named', () => {
  test.each([
    ['limit=0', 'limit', 'limit must be between 1 and 100'],
    ['limit=101', 'limit', 'limit must be between 1 and 100'],
    ['limit=a', 'limit', 'limit must be between 1 and 100'],
    ['limit=1&limit=2', 'limit', 'limit must be between 1 and 100'],
    ['page=0', 'page', 'page must be a whole number, 1 or more'],
    ['sort=foo', 'sort', expect.stringContaining('sort must be one of')],
  ])('%s', async (query, name, text) => {
    const answer = await service.app.inject({ url: `/api/customers?${query}`, headers: bearer(account.key) })
    expect(answer.statusCode).toBe(400)
    expect(answer.json().error).toMatchObject({ code: 'INVALID_PARAMETERS', details: { [name]: text } })
  })
})

test('a search for characters no text can contain finds nothing', async () => {
  const answer = await service.app.inject({
    url: '/api/customers?search=ab%00c',
    headers: bearer(account.key),
  })
  expect(answer.statusCode).toBe(200)
  expect(answer.json().data).toEqual([])
})
