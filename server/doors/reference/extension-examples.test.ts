import { expect, test } from 'vitest'

import { all } from '#contract/all.ts'
import type { Endpoint } from '#contract/wire/endpoint.ts'
import { startWithAccount } from '#server/tools/testing/office.ts'
import { portalSession } from '#server/tools/testing/portal.ts'
import { addRecord, mergedId } from '#server/tools/testing/record.ts'
import { customerParts, encodeForm } from '#server/tools/testing/service.ts'

import { writeExtensionsDocument } from './document.ts'
import { extensionExamples } from './extension-examples.ts'

// Where nothing is emailed, the endpoints of emails answer 409; nothing is sent before the service is started.
const { service, account } = await startWithAccount({
  env: { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'billing@example.com' },
  rateLimit: 1_000_000,
})
const { tenant } = account
const owner = await service.session(account.id, 'owner')

/** Operations whose example can't be sent as it is, and why. */
const notSent: Readonly<Record<string, string>> = {
  'POST /api/x/sign-in': 'the password is that of nobody',
  'POST /api/x/sign-in/code': 'needs a code that an app shows for half a minute',
  'POST /api/x/set-up': 'needs the token of a link that works once',
  'POST /api/x/invitation': 'needs the token of a link that works once',
  'POST /api/x/invitation/accept': 'needs the token of a link that works once',
  'POST /api/x/password-reset/show': 'needs the token of a link that works once',
  'POST /api/x/password-reset': 'needs the token of a link that works once',
  'POST /api/x/portal/sign-in': 'needs the token of a link that works once',
  'POST /api/x/customers/:id/document-link': 'needs a document that was sent to that customer',
  'POST /api/x/portal/sign-in/renew': 'needs the token of a link that works once',
  'POST /api/x/portal/link': 'needs the token of a link in an email',
  'POST /api/x/portal/link/renew': 'needs the token of a link in an email',
  'POST /api/x/portal/invitation': 'needs the token of a link in an email',
  'POST /api/x/portal/invitation/answer': 'needs the token of a link in an email',
  'POST /api/x/portal/code': 'needs a session that began with a link in an email',
  'POST /api/x/portal/code/check': 'needs a code that is emailed',
  'PUT /api/x/password': 'needs the password of the person',
  'POST /api/x/two-factor/begin': 'needs the password of the person',
  'POST /api/x/two-factor/confirm': 'needs a code that an app shows for half a minute',
  'POST /api/x/two-factor/turn-off': 'needs the password of the person',
  'POST /api/x/two-factor/recovery-codes': 'needs the password of the person',
  'GET /api/x/live': 'its response never ends',
  'GET /api/x/media': 'needs an account that is connected',
  'GET /api/x/connection': 'needs an account that is connected',
  'POST /api/x/connection/test': 'needs an account that is connected',
  'PUT /api/x/connection/credentials': 'needs an account that is connected',
}

interface Operation {
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly example?: unknown }[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly example?: object }>> }
}

const { paths } = await writeExtensionsDocument('https://bureau.example')
const nameOf = ({ method, path }: Pick<Endpoint, 'method' | 'path'>) => `${method} ${path}`
const endpoints = all.filter(({ surface }) => surface === 'x')

/** What the document says about an endpoint. */
function documented({ method, path }: Endpoint): Operation {
  const item = paths[path.replaceAll(/:(\w+)/g, '{$1}')] as Record<string, Operation> | undefined
  const operation = item?.[method.toLowerCase()]
  if (!operation) throw new Error(`${method} ${path} isn’t in the document`)
  return operation
}

const add = (record: NonNullable<Endpoint['record']>, path = '') =>
  addRecord(service.context, account.id, { record, path })

/** Bodies whose ids stand for records become those of records that exist. */
const withRecords: Readonly<Record<string, (body: never, id: number) => Promise<object>>> = {
  'POST /api/x/switch-account': async (body: object) => ({ ...body, account_id: account.id }),
  'POST /api/x/customers/:id/merge': async (body: object) => ({ ...body, other: mergedId }),
  'POST /api/x/customer-deletions': async (body: { country: string }) => {
    const id = await add('customers')
    await tenant.update('customers').set({ country: body.country }).where('id', '=', id).execute()
    return body
  },
  'POST /api/x/customer-changes': withCustomer,
  'POST /api/x/customer-permissions': withCustomer,
  'POST /api/x/deleted-customers/restore': withDeletedCustomer,
  'DELETE /api/x/deleted-customers': withDeletedCustomer,
  'PUT /api/x/custom-field-order': async (body: { groups: readonly object[] }) => {
    const id = await add('custom_fields')
    const { data } = (await send('GET', '/api/x/custom-fields')).json() as { data: { id: number }[] }
    return { fields: data.map((one) => one.id), groups: body.groups.map((group) => ({ ...group, id })) }
  },
  'POST /api/x/services/set-active': withService,
  'POST /api/x/services/price-preview': withService,
  'POST /api/x/services/retag': async ({ changes }: { changes: readonly object[] }) => ({
    changes: await Promise.all(changes.map(withService)),
  }),
  'POST /api/x/services/prices': async ({ prices }: { prices: readonly object[] }) => ({
    prices: await Promise.all(prices.map(async (price) => ({ ...price, id: await add('services') }))),
  }),
  'POST /api/x/invoices': withCustomerId,
  'PUT /api/x/invoices/:id': withCustomerId,
  'POST /api/x/invoice-schedules': withCustomerId,
  'PUT /api/x/invoice-schedules/:id': withCustomerId,
  'POST /api/x/subscriptions': async (body: object) => ({
    ...body,
    customer_id: await add('customers'),
    plan_id: await add('plans'),
  }),
  'POST /api/x/proposals': withCustomerId,
  'PUT /api/x/proposals/:id': withCustomerId,
  'POST /api/x/contracts': withCustomerId,
  'POST /api/x/meetings': withCustomerId,
  'PUT /api/x/meetings/:id': withCustomerId,
  'PUT /api/x/contracts/:id': withCustomerId,
  'POST /api/x/bank-payments/:id/payments': async ({ payments }: { payments: readonly object[] }) => {
    const invoice_id = await add('invoices', '/api/x/invoices/:id/payments')
    return { payments: payments.map((payment) => ({ ...payment, invoice_id })) }
  },
  'POST /api/x/invoices/:id/credit-notes': async (body: { line_items: readonly object[] }, invoice) => {
    const { id } = await tenant
      .select('invoice_line_items')
      .select('id')
      .where('invoice_id', '=', invoice)
      .executeTakeFirstOrThrow()
    return { ...body, line_items: body.line_items.map((line) => ({ ...line, id })) }
  },
}

async function withCustomer(body: object) {
  return { ...body, customers: [await add('customers')] }
}
async function withDeletedCustomer(body: object) {
  return { ...body, customers: [await add('deleted_customers')] }
}
async function withCustomerId(body: object) {
  return { ...body, customer_id: await add('customers') }
}
async function withService(body: object) {
  return { ...body, ids: [await add('services')] }
}

const send = (method: Endpoint['method'], url: string, payload?: object, headers: object = {}) =>
  service.app.inject({ method, url, headers: { ...owner, ...headers }, ...(payload && { payload }) })

/** The version of what a request changes: that of the record, which is new, or of the whole. */
async function versionFor({ path, record }: Endpoint): Promise<string> {
  if (record !== null) return '"1"'
  const whole = path.endsWith('/custom-field-order') ? '/api/x/custom-fields' : path
  return String((await send('GET', whole)).headers['etag'])
}

const image = (await customerParts()).find(([name]) => name === 'profile_photo_path')?.[1] as File
const files: Readonly<Record<string, File>> = {
  'logo.png': image,
  'photo.png': image,
  'plan.txt': new File(['A plan'], 'plan.txt'),
  'customers.csv': new File(['name,email\nMaya,maya@studio.example\n'], 'customers.csv'),
  'services.csv': new File(['name,price\nLettering,85\n'], 'services.csv'),
}

async function formOf(example: object) {
  const { contentType, payload } = await encodeForm(
    Object.entries(example).map(([name, value]): [string, string | File] => [
      name,
      files[String(value)] ?? String(value),
    ]),
  )
  return { payload, headers: { 'content-type': contentType } }
}

async function sendExample(endpoint: Endpoint) {
  const { method, path, record, access } = endpoint
  const { parameters, requestBody } = documented(endpoint)
  const id = record === null ? 0 : await add(record, path)
  const caller =
    access === 'portal' ? await portalSession(service.context, account.id, { name: record, id }) : {}
  const query = new URLSearchParams(
    parameters.flatMap(({ name, example }): [string, string][] =>
      example === undefined ? [] : [[name, String(example)]],
    ),
  )
  const url = `${path.replace(':id', String(id)).replace(':edition', '1')}${query.size > 0 ? `?${query}` : ''}`
  const [type, media] = Object.entries(requestBody?.content ?? {})[0] ?? []
  const example = media?.example
  const fill = withRecords[nameOf(endpoint)]
  const body = fill ? await fill(example as never, id) : example
  const version = parameters.some(({ name }) => name === 'If-Match')
    ? { 'if-match': await versionFor(endpoint) }
    : {}
  if (type === 'multipart/form-data') {
    const { payload, headers } = await formOf(example ?? {})
    return send(method, url, payload, { ...headers, ...version })
  }
  return send(method, url, body, { ...version, ...caller })
}

test.each(endpoints)('the document has an example of what $method $path takes', (endpoint) => {
  const { requestBody, parameters } = documented(endpoint)
  for (const { example } of Object.values(requestBody?.content ?? {})) expect(example).toBeTypeOf('object')
  const required = parameters.filter(
    (one) => one.in === 'query' && 'required' in one && one.required === true,
  )
  expect(required.filter(({ example }) => example === undefined)).toEqual([])
})

const endsSession = ({ path }: Endpoint) => path.endsWith('/sign-out')

// What ends the session of the owner comes last.
const sent = endpoints
  .filter((endpoint) => !(nameOf(endpoint) in notSent))
  .toSorted((one, other) => Number(endsSession(one)) - Number(endsSession(other)))

test.each(sent)('the documented example of $method $path works', async (endpoint) => {
  const answer = await sendExample(endpoint)
  expect([answer.statusCode, answer.body.slice(0, 300)]).toEqual([endpoint.status, expect.any(String)])
})

test('every example is that of an endpoint, and what isn’t sent is one, too', () => {
  const names = new Set(endpoints.map(nameOf))
  expect([...extensionExamples, ...Object.keys(notSent)].filter((name) => !names.has(name))).toEqual([])
})
