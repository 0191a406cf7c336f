import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'

import { all } from '#contract/all.ts'
import type { Endpoint } from '#contract/wire/endpoint.ts'
import { extensionExample } from '#server/doors/reference/extension-examples.ts'
import { startWithAccount } from '#server/tools/testing/office.ts'
import { portalSession } from '#server/tools/testing/portal.ts'
import { addRecord } from '#server/tools/testing/record.ts'
import { runs } from '#server/tools/testing/runs.ts'
import { encodeForm } from '#server/tools/testing/service.ts'

/**
 * Proposals, contracts, the portal, plans, subscriptions, meetings and templates, asked what no screen of ours would ask. Whatever
 * comes, they answer, and with a status below 500; a request that is never answered runs into the time limit of its test.
 */
const slice = all.filter(({ path }) =>
  /^\/api\/x\/(proposal|contract|portal|plan|subscription|meeting|template|placeholder|customers\/:id\/portal)/.test(
    path,
  ),
)

const { service, account } = await startWithAccount({
  env: { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'billing@example.com' },
  rateLimit: 1_000_000,
})
const add = (record: NonNullable<Endpoint['record']>, path: string) =>
  addRecord(service.context, account.id, { record, path })
const customer = await add('customers', '/api/customers')
const plan = await add('plans', '/api/x/plans')

/** Texts that have broken something somewhere. */
const text = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    'a\0b',
    '\ud800',
    '\u202e\ufeff',
    '👩‍👩‍👧‍👦'.repeat(50),
    'x'.repeat(300_000),
    '**'.repeat(4_000),
    '[a]('.repeat(2_000),
    "'; drop table documents; --",
    '{number}',
    '$&$1',
    '#set text(red) $x$',
    '2026-02-30',
    '0000-01-01',
    '9999-12-31',
    '+275760-09-13',
    '__proto__',
  ),
  fc.string({ unit: 'binary', maxLength: 20 }),
)
const value: fc.Arbitrary<unknown> = fc.oneof(
  text,
  fc.constantFrom(
    null,
    true,
    [],
    {},
    [[]],
    [null],
    0,
    -0,
    -1,
    0.1,
    1e21,
    5e-324,
    1.797e308,
    2 ** 31,
    2 ** 53,
    2 ** 63,
  ),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.jsonValue({ maxDepth: 2 }),
)

/** A change of a body: where, counted over everything in it, and what becomes of that place. */
const change = fc.record({
  at: fc.nat(1_000),
  how: fc.constantFrom('replace', 'replace', 'remove', 'add', 'repeat'),
  value,
})
type Change = typeof change extends fc.Arbitrary<infer Value> ? Value : never
type Container = Record<string, unknown> | unknown[]

/** Every place of a JSON value. */
function places(inside: unknown): { readonly of: Container; readonly key: string }[] {
  if (typeof inside !== 'object' || inside === null) return []
  return Object.entries(inside).flatMap(([key, inner]) => [
    { of: inside as Container, key },
    ...places(inner),
  ])
}

function changed(body: object, changes: readonly Change[]): unknown {
  const root = { body: structuredClone(body) as unknown }
  for (const { at, how, value: next } of changes) {
    const everywhere = places(root)
    const place = everywhere[at % everywhere.length]
    if (!place) continue
    const { of, key } = place as { of: Record<string, unknown>; key: string }
    if (how === 'replace') of[key] = structuredClone(next)
    else if (how === 'remove') delete of[key]
    else if (how === 'add') of[`${key}_`] = structuredClone(next)
    // Not what is long already: this is about bodies of some size, not of any.
    else if (JSON.stringify(of[key] ?? null).length < 2_000)
      of[key] = Array.from({ length: 300 }, () => of[key])
  }
  return root.body
}

const strangeIds = [
  '0',
  '-1',
  '1.5',
  '1e3',
  '%00',
  '%zz',
  '%F0%9F%99%82',
  '9007199254740993',
  '9'.repeat(300),
]
const versions = ['"1"', '"2"', '"0"', '"999999999999"', 'W/"1"', '*', '1', '']
const keys = ['one', 'two', '', 'x'.repeat(300), 'ключ', '\u0001']
const names = [
  '',
  '../plan.txt',
  'a\0.txt',
  `${'x'.repeat(3_000)}.txt`,
  '.txt',
  'plan.png',
  'plan',
  '\u202etxt.exe',
]
const fields = ['', 'files', '__proto__', 'file[]', 'file[a][b]', 'x'.repeat(3_000)]
const raws = ['', '{"broken', '[]', 'null', '"x"', '--x\r\n\r\n--x--', '[[[['.repeat(20_000)]
const types = [
  'text/plain',
  'application/json; charset=utf-7',
  'multipart/form-data; boundary=x',
  'multipart/form-data',
]

/** Mostly what a screen would send: a request that is wrong in everything is rejected by what is checked first. */
const mostly = <Usual>(usual: Usual, unusual: readonly string[]) =>
  fc.oneof(
    { weight: 6, arbitrary: fc.constant(usual) },
    { weight: 1, arbitrary: fc.constantFrom(...unusual) },
  )

const request = (parameters: readonly string[]) =>
  fc.record({
    id: mostly(undefined, strangeIds),
    version: mostly('"1"', versions),
    key: mostly(undefined, keys),
    changes: fc.array(change, { maxLength: 3 }),
    query: fc.dictionary(fc.constantFrom(...parameters, 'sort'), fc.oneof(text, fc.integer().map(String)), {
      maxKeys: 3,
    }),
    field: mostly('file', fields),
    name: mostly('plan.txt', names),
    /** Instead of the body. */
    raw: mostly(undefined, raws),
    type: mostly(undefined, types),
  })
type Asked = ReturnType<typeof request> extends fc.Arbitrary<infer Value> ? Value : never

/** The example of an endpoint, about records that exist. */
function bodyOf({ method, path }: Endpoint): object | undefined {
  const { body } = extensionExample(`${method} ${path}`) ?? {}
  if (!body) return undefined
  return {
    ...body,
    ...('customer_id' in body && { customer_id: customer }),
    ...('plan_id' in body && { plan_id: plan }),
  }
}

type Headers = Readonly<Record<string, string>>

async function send(endpoint: Endpoint, owner: Headers, id: number, { changes, ...asked }: Asked) {
  const { method, path, access, record, bodyType } = endpoint
  const caller =
    access === 'portal'
      ? await portalSession(service.context, account.id, { name: record, id })
      : access === 'public'
        ? { 'sec-fetch-site': 'same-origin' }
        : owner
  const body = bodyOf(endpoint)
  const form =
    bodyType === 'multipart'
      ? await encodeForm([[asked.field, new File([JSON.stringify(changes)], asked.name)]])
      : undefined
  const usual = form?.contentType ?? (method === 'GET' ? '' : 'application/json')
  const type = asked.type ?? usual
  const query = new URLSearchParams(asked.query).toString()
  return service.app.inject({
    method,
    url: `${path.replace(':id', asked.id ?? String(id))}${query === '' ? '' : `?${query.slice(0, 4_000)}`}`,
    headers: {
      ...caller,
      ...(type !== '' && { 'content-type': type }),
      // The name of a header has one byte for each letter.
      ...(asked.key !== undefined && { 'idempotency-key': Buffer.from(asked.key).toString('latin1') }),
      ...(asked.version !== '' && { 'if-match': asked.version }),
    },
    ...(method !== 'GET' && {
      payload: asked.raw ?? form?.payload ?? JSON.stringify(changed(body ?? {}, changes)) ?? '',
    }),
  })
}

/** PDFs take much longer than everything else. */
const runsOf = ({ path }: Endpoint) => (path.endsWith('/pdf') ? runs(1, 4) : runs(8, 25))

let possible = 0

test.each(slice)('$method $path answers whatever it is asked', async (endpoint) => {
  const { record, path, query } = endpoint
  // Of its own for each: a session has a rate limit.
  const owner = await service.session(account.id, 'owner')
  const parameters = query instanceof z.ZodMiniObject ? Object.keys(query.shape) : []
  await fc.assert(
    fc.asyncProperty(request(parameters), async (asked) => {
      // A new one each time: the request before may have sent, answered or deleted it.
      const id = record === null ? 0 : await add(record, path)
      const { statusCode, body } = await send(endpoint, owner, id, asked)
      expect(statusCode, body.slice(0, 300)).toBeLessThan(500)
      possible += Number(statusCode < 300)
    }),
    { numRuns: runsOf(endpoint) },
  )
  // What was written can be read.
  for (const list of ['proposals', 'contracts', 'plans', 'subscriptions', 'meetings', 'templates'])
    expect((await service.send('GET', `/api/x/${list}?limit=100`, owner)).statusCode).toBe(200)
})

test('the slice has the endpoints of documents, portal, plans, meetings and templates, and much of what they were asked was possible', () => {
  expect(slice.length).toBeGreaterThan(90)
  expect(possible).toBeGreaterThan(slice.length)
})
