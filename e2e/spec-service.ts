import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/**
 * Another service: what the specification shows and nothing else, with its own ids, words and bodies wherever the
 * specification is silent. It shares no code with ours, and knows neither `meta` of customers nor filters of invoices.
 */
export interface SpecService {
  readonly url: string
  readonly token: string
  readonly key: string
  /** `GET /api/invoices?page=1`, oldest first. */
  readonly requests: readonly string[]
  readonly customers: readonly Row[]
  readonly webhooks: readonly Row[]
  /** What happens to the next request of that method and path, instead of an answer or before it. */
  readonly failNext: (route: string, fault: Fault) => void
  /** From now on neither credential is valid. */
  readonly rejectCredentials: () => void
  readonly stop: () => Promise<void>
}

/** An answer of 500, a connection that breaks, a late answer, or the loss of the answer to what was done. */
export type Fault = 'error' | 'reset' | 'lost' | { readonly delayMs: number }

interface Options {
  /** Requests a minute on Surface V1. */
  readonly perMinute?: number
  /** What the token may do. */
  readonly abilities?: readonly string[]
}

type Row = Record<string, unknown>

/** An answer; `body` undefined sends none. */
interface Answer {
  readonly status: number
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

interface Asked {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly body: Buffer
  readonly type: string
}

/** Starts one on a free port of loopback. */
export async function startSpecService({
  perMinute = 60,
  abilities = ['settings.manage', 'contacts.view'],
}: Options = {}): Promise<SpecService> {
  const data = makeData()
  const requests: string[] = []
  const faults = new Map<string, Fault[]>()
  let isRejecting = false
  const limit = { left: perMinute, until: Date.now() + 60_000 }

  const v1 = (asked: Asked): Answer => {
    if (Date.now() > limit.until) Object.assign(limit, { left: perMinute, until: Date.now() + 60_000 })
    const isOver = limit.left === 0
    if (!isOver) limit.left -= 1
    const headers = { 'X-RateLimit-Limit': String(perMinute), 'X-RateLimit-Remaining': String(limit.left) }
    const seconds = String(Math.max(1, Math.ceil((limit.until - Date.now()) / 1000)))
    if (isOver)
      return { status: 429, body: { message: 'Slow down.' }, headers: { ...headers, 'Retry-After': seconds } }
    const needed = asked.path.startsWith('/api/v1/webhooks') ? 'settings.manage' : 'contacts.view'
    if (!abilities.includes(needed)) return { status: 403, body: { message: 'The token may not.' }, headers }
    return { ...answerV1(asked, data), headers }
  }

  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const { pathname: path, searchParams: query } = new URL(request.url ?? '/', 'http://localhost')
    const { method = 'GET', headers } = request
    requests.push(`${method} ${request.url}`)
    // Photos and files are open to everyone who knows their addresses.
    if (path.startsWith('/files/')) {
      response.writeHead(200, { 'content-type': 'image/png', 'content-length': picture.length })
      return void response.end(picture)
    }
    const body = Buffer.concat(await request.toArray())
    const asked = { method, path, query, body, type: headers['content-type'] ?? '' }
    const fault = faults.get(`${method} ${path}`)?.shift()
    if (fault === 'reset') return void request.socket.destroy()
    const isV1 = path.startsWith('/api/v1/')
    const credential = `Bearer ${isV1 ? token : key}`
    const answer =
      isRejecting || headers.authorization !== credential
        ? refusal(isV1, 401, 'Who is asking?')
        : fault === 'error'
          ? refusal(isV1, 500, 'It broke.')
          : isV1
            ? v1(asked)
            : await answerB(asked, data)
    if (fault === 'lost') return void request.socket.destroy()
    if (typeof fault === 'object') await pause(fault.delayMs)
    const text = answer.body === undefined ? '' : JSON.stringify(answer.body)
    response.writeHead(answer.status, {
      ...answer.headers,
      ...(text !== '' && { 'content-type': 'application/json' }),
    })
    response.end(text)
  }

  const server = createServer((request, response) => void serve(request, response))
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    token,
    key,
    requests,
    customers: data.customers,
    webhooks: data.webhooks,
    failNext: (route, fault) => faults.set(route, [...(faults.get(route) ?? []), fault]),
    rejectCredentials: () => {
      isRejecting = true
    },
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => {
        server.close(resolve)
      })
    },
  }
}

/** A PNG of 48 × 48 pixels. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAADAAAAAwBAMAAAClLOS0AAAAMFBMVEUqnY////9FqZ3v+Pf1+vra7uz7/f1ht6zA4t7K5+Oq2NNctKqUzsd2wLd7wrqw29bpDoooAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAA4klEQVQ4jWNgGDmgKsR1OTZxTUFBQcFJmOLchiAJ4Q0YEsogcUFBIwyJiRAJSXRxdoi4oGABmgQXTGIBmgQrTCIATYIFJuFArAQrLqO4cFnOjsu5DLg8yIAzSLhxBSIDrmBnwBlRpAO9r2bJ8Y8wxXckgiwX60YX14D5vAlVnNcRJiFyAUXiIExcUFAGWZwHIS4oeABJ4iKyhCxCnAluAwiIKMAlOARRQANcohBVQhou0YgqIQG3AuxpBBCDWcKHKi4o+AAqwY8u8QEqAU9TMDABKsGMLmEAlWBDl0ggJIHVKADVETJopDGIsgAAAABJRU5ErkJggg==',
  'base64',
)

const token = 'a-token-of-another-service'
const key = 'a-key-of-another-service'

const refusal = (isV1: boolean, status: number, message: string): Answer => ({
  status,
  body: isV1 ? { message } : { error: { message, code: `E${status}`, details: {} }, timestamp: now() },
})

const notFound = (isV1: boolean) => refusal(isV1, 404, 'No such thing.')

// ——— Surface V1 ———

function answerV1({ method, path, query, body }: Asked, data: Data): Answer {
  if (path === '/api/v1/contacts' && method === 'GET') return paged(data.contacts, path, query)
  if (path === '/api/v1/webhooks' && method === 'GET') return paged(data.webhooks, path, query)
  if (path === '/api/v1/webhooks' && method === 'POST') return addWebhook(read(body), data)
  const id = Number(/^\/api\/v1\/webhooks\/(\d+)$/.exec(path)?.[1])
  const webhook = data.webhooks.find((row) => row['id'] === id)
  if (!webhook) return notFound(true)
  // Where the deliveries are and what they look like is not shown: here inside, under a name and with fields of their own.
  if (method === 'GET') return { status: 200, body: { data: { ...webhook, latest_deliveries: deliveries } } }
  if (method === 'DELETE') {
    data.webhooks.splice(data.webhooks.indexOf(webhook), 1)
    return { status: 204 }
  }
  if (method !== 'PUT') return notFound(true)
  const changes = read(body)
  const errors = webhookErrors({ ...webhook, ...changes })
  if (errors) return errors
  Object.assign(webhook, pick(changes, ['url', 'events', 'status', 'config']), { updated_at: now() })
  // The body of this answer is not shown: here the endpoint without an envelope.
  return { status: 200, body: webhook }
}

const deliveries = [
  { uuid: '0a1b', event_name: 'contact.created', response_code: 200, sent_at: '2026-03-02T10:00:00Z' },
  { uuid: '0a1c', event_name: 'document.sent', response_code: 503, sent_at: '2026-03-01T10:00:00Z' },
]

function addWebhook(input: Row, data: Data): Answer {
  const errors = webhookErrors(input)
  if (errors) return errors
  const made = makeWebhook(data.nextId(), pick(input, ['url', 'events', 'config']))
  data.webhooks.unshift(made)
  return { status: 201, body: { data: made, secret: `secret-of-${String(made['id'])}` } }
}

function webhookErrors({ url, events, status = 'active' }: Row): Answer | undefined {
  const errors: Record<string, string[]> = {}
  if (typeof url !== 'string' || !url.startsWith('https://') || url.length > 2048)
    errors['url'] = ['The url must be an HTTPS URL.']
  if (!Array.isArray(events) || events.length === 0) errors['events'] = ['Name at least one event.']
  if (status !== 'active' && status !== 'paused') errors['status'] = ['The status is active or paused.']
  const [first] = Object.values(errors).flat()
  return first === undefined ? undefined : { status: 422, body: { message: first, errors } }
}

function paged(rows: readonly Row[], path: string, query: URLSearchParams): Answer {
  const page = Math.max(1, Number(query.get('page') ?? 1))
  const size = Math.min(100, Math.max(1, Number(query.get('per_page') ?? 25)))
  const last = Math.max(1, Math.ceil(rows.length / size))
  const link = (to: number) => (to < 1 || to > last ? null : `https://other.example${path}?page=${to}`)
  return {
    status: 200,
    body: {
      data: rows.slice((page - 1) * size, page * size),
      meta: { current_page: page, last_page: last, per_page: size, total: rows.length },
      links: { first: link(1), last: link(last), prev: link(page - 1), next: link(page + 1) },
    },
  }
}

// ——— Surface B ———

async function answerB(asked: Asked, data: Data): Promise<Answer> {
  const { method, path, query } = asked
  if (method === 'GET' && path === '/api/services/') return listServices(query, data)
  if (method === 'GET' && path === '/api/custom-fields') return { status: 200, body: { data: data.fields } }
  if (method === 'GET' && path === '/api/invoices') return listInvoices(query, data)
  if (path === '/api/customers') {
    if (method === 'POST') return addCustomer(asked, data)
    if (method === 'DELETE') return deleteCustomers(read(asked.body), data)
    // All of them, whatever is asked: no parameters are shown.
    const rows = data.customers.map(({ notes: _notes, activity_log: _log, ...row }) => row)
    return { status: 200, body: { data: rows } }
  }
  const id = Number(/^\/api\/customers\/(\d+)$/.exec(path)?.[1])
  const customer = data.customers.find((row) => row['id'] === id)
  return method === 'GET' && customer ? { status: 200, body: { data: customer } } : notFound(false)
}

function listServices(query: URLSearchParams, { services }: Data): Answer {
  const limit = Number(query.get('limit') ?? 10)
  if (!(limit >= 1 && limit <= 100)) {
    const details = { limit: 'limit must be between 1 and 100' }
    const error = { message: 'Invalid parameters', code: 'INVALID_PARAMETERS', details }
    return { status: 400, body: { error, timestamp: now() } }
  }
  const page = Number(query.get('page') ?? 1)
  const tags = query.get('tags')?.split(',')
  const search = query.get('search')?.toLowerCase() ?? ''
  const found = services.filter(
    (row) =>
      ['type', 'category'].every((name) => !query.has(name) || row[name] === query.get(name)) &&
      (!query.has('is_active') || String(row['is_active']) === query.get('is_active')) &&
      (!tags || tags.some((tag) => (row['tags'] as string[] | null)?.includes(tag))) &&
      `${String(row['name'])} ${String(row['description'])}`.toLowerCase().includes(search),
  )
  const meta = { total: found.length, page, limit, total_pages: Math.ceil(found.length / limit) }
  return {
    status: 200,
    body: { data: found.slice((page - 1) * limit, page * limit), meta, timestamp: now() },
  }
}

/** Only pages: a filter or an order changes nothing. */
function listInvoices(query: URLSearchParams, { invoices }: Data): Answer {
  const [page, limit] = [Number(query.get('page') ?? 1), Math.min(50, Number(query.get('limit') ?? 20))]
  const meta = { total: invoices.length, page, limit }
  const data = invoices.slice((page - 1) * limit, page * limit)
  return { status: 200, body: { data, meta, timestamp: now() } }
}

function deleteCustomers({ customers: ids }: Row, data: Data): Answer {
  if (!Array.isArray(ids) || ids.some((id) => !Number.isInteger(id)))
    return refusal(false, 400, 'customers is a list of ids')
  if (ids.some((id) => !data.customers.some((row) => row['id'] === id))) return notFound(false)
  for (const id of ids)
    data.customers.splice(
      data.customers.findIndex((row) => row['id'] === id),
      1,
    )
  return { status: 200, body: { success: true, deleted: ids.length } }
}

async function addCustomer({ body, type }: Asked, data: Data): Promise<Answer> {
  if (!type.startsWith('multipart/form-data')) return refusal(false, 400, 'Send multipart/form-data')
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData()
  const texts = ['email', 'name', 'last_name', 'phone', 'business_information[company_name]']
  const missing = texts.filter((name) => typeof form.get(name) !== 'string' || form.get(name) === '')
  const granted = [...form.keys()].filter((name) => /^permissions\[\w+\]\[[\w-]+\]$/.test(name))
  if (!(form.get('profile_photo_path') instanceof File)) missing.push('profile_photo_path')
  if (granted.length === 0) missing.push('permissions')
  if (missing.length > 0) {
    const details = Object.fromEntries(missing.map((name) => [name, 'This is required.']))
    const error = { message: 'Incomplete', code: 'INCOMPLETE', details }
    return { status: 422, body: { error, timestamp: now() } }
  }
  const [email, name, last_name, phone, company_name] = texts.map((part) => form.get(part))
  const views = Object.entries({
    4: 'view-invoice',
    8: 'view-contract',
    12: 'view-proposal',
    16: 'view-meeting',
  })
  const permissions = Object.fromEntries(
    views.filter(([, view]) => granted.some((part) => part.includes(view))),
  )
  const own = { email, name, last_name, phone, permissions, business_information: { company_name } }
  const made = { ...makeCustomer(data.nextId(), own), notes: [], activity_log: [] }
  data.customers.push(made)
  return { status: 201, body: { data: made } }
}

// ——— Data ———

type Data = ReturnType<typeof makeData>

function makeData() {
  let lastId = 90_000
  const numbered = (count: number) => Array.from({ length: count }, (_, index) => index + 1)
  const customers: Row[] = numbered(30).map((each) =>
    makeCustomer(7000 + each * 3, {
      name: ['Ines', 'Tomás', 'Wei', 'Zoë', 'Omar'][each % 5],
      last_name: `Marsh ${each}`,
      email: `marsh${each}@client.example`,
    }),
  )
  // Null and the empty array where the specification shows texts and objects, and a row that nobody can read.
  Object.assign(customers[3] ?? {}, { phone: null, business_information: [], custom_fields: null })
  Object.assign(customers[4] ?? {}, { email: { address: 'marsh5@client.example' } })
  const services: Row[] = numbered(12).map((each) => makeService(400 + each, each))
  Object.assign(services[2] ?? {}, { price: null })
  Object.assign(services[3] ?? {}, {
    description: null,
    tags: null,
    custom_fields: {},
    billing_type: 'by-weight',
  })
  const invoices: Row[] = numbered(120).map((each) => makeInvoice(5000 + each, each))
  Object.assign(invoices[6] ?? {}, { total_amount: null })
  Object.assign(invoices[7] ?? {}, { line_items: null, status: 'written-off', customer_id: null })
  return {
    customers,
    services,
    invoices,
    contacts: numbered(3).map((each): Row => ({ id: 800 + each, name: `Contact ${each}`, city: 'Porto' })),
    webhooks: [
      makeWebhook(61, { url: 'https://receiver.example/one', status: 'active' }),
      makeWebhook(62, {
        url: 'https://receiver.example/two',
        status: 'suspended',
        config: [],
        events: ['x.y'],
      }),
    ],
    fields: [
      { id: 31, type: 1, name: 'Tax number', key: 'tax_number', required: false, fields: [] },
      { id: 32, type: 5, name: 'Size', key: 'size', required: null, fields: { options: ['S', null, 'L'] } },
    ] as Row[],
    nextId: () => (lastId += 11),
  }
}

const now = () => new Date().toISOString()
const times = { created_at: '2026-02-01T09:00:00Z', updated_at: '2026-02-01T09:00:00Z' }

const makeCustomer = (id: number, own: Row): Row => ({
  id,
  phone: '+351 210 000 000',
  profile_photo_path: null,
  coinly_customer_flag: id % 2 === 0,
  business_information: { company_name: 'Marsh & Co', country: 'PT' },
  custom_fields: [],
  permissions: [],
  notes: [],
  activity_log: [],
  loyalty: { tier: 'gold' },
  ...own,
})

const makeService = (id: number, each: number): Row => ({
  id,
  name: `Offer ${each}`,
  description: 'Described here',
  type: each % 2 === 0 ? 'service' : 'product',
  category: 'Care',
  price: each * 10.5,
  currency: 'EUR',
  billing_type: 'fixed',
  is_active: true,
  tax_rate: 23,
  unit: 'piece',
  ...times,
  custom_fields: [],
  tags: ['blue'],
})

const makeInvoice = (id: number, each: number): Row => ({
  id,
  invoice_number: `F-${String(each).padStart(4, '0')}`,
  customer_id: 7003,
  customer_name: each % 10 === 0 ? 'Zoë Marsh' : 'Ines Marsh',
  customer_email: 'marsh1@client.example',
  status: ['draft', 'sent', 'paid', 'overdue'][each % 4],
  total_amount: each * 7.25,
  currency: 'EUR',
  due_date: `2026-0${(each % 9) + 1}-15`,
  ...times,
  line_items: [{ id: 1, description: 'Work', quantity: 1, unit_price: each * 7.25, total: each * 7.25 }],
})

const makeWebhook = (id: number, own: Row): Row => ({
  id,
  url: '',
  events: ['contact.created'],
  config: null,
  status: 'active',
  failure_count: 0,
  last_delivery_at: null,
  disabled_at: null,
  ...times,
  ...own,
})

const read = (body: Buffer): Row => JSON.parse(body.toString() || '{}') as Row

const pick = (row: Row, names: readonly string[]): Row =>
  Object.fromEntries(names.flatMap((name) => (row[name] === undefined ? [] : [[name, row[name]]])))
