import { Readable } from 'node:stream'

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { SelectQueryBuilder } from 'kysely'

import {
  type Customer,
  type CustomerSort,
  createCustomer,
  deleteCustomers,
  listCustomers,
  showCustomer,
} from '#contract/customers.ts'
import { fold } from '#contract/folding.ts'
import { defaultPageSize } from '#contract/surface.ts'

import { now } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { emit } from '../delivery/emit.ts'
import { Refusal, refuse } from '../errors.ts'
import { type Once, claimOnce } from '../idempotency.ts'
import { mount } from '../mount.ts'
import { readMultipart } from '../multipart/read.ts'
import type { Services } from '../services.ts'
import type { Tenant } from '../tenant.ts'
import { customerColumns } from './customer-columns.ts'
import { type CheckedFile, type Intake, checkIntake, expectedPart } from './customer-intake.ts'
import { asListed, inFull } from './customer-rows.ts'
import { readDefinitions } from './custom-fields.ts'

export function customers(app: FastifyInstance, services: Services): void {
  const { publicUrl, files } = services

  mount(app, services, listCustomers, async ({ tenant, query, reply }) => {
    const { page, limit, search, sort } = query
    if ([page, limit, search, sort].every((given) => given === undefined)) {
      return reply
        .type('application/json; charset=utf-8')
        .send(Readable.from(everyCustomer(tenant, publicUrl())))
    }
    const wanted = {
      page: page ?? 1,
      limit: limit ?? defaultPageSize,
      search: search ?? '',
      sort: sort ?? '-id',
    }
    const { rows, total } = await readPage(tenant, wanted)
    return {
      data: await asListed(tenant, rows, publicUrl()),
      meta: { total, page: wanted.page, limit: wanted.limit },
    }
  })

  mount(app, services, showCustomer, async ({ tenant, params }) => {
    const row = await tenant.select('customers').selectAll().where('id', '=', params.id).executeTakeFirst()
    if (!row) throw new Refusal('NOT_FOUND')
    return { data: await inFull(tenant, row, publicUrl()) }
  })

  // In a scope of its own, so that only here a multipart body is left unread for the handler.
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('multipart/form-data', (_request, _payload, done) => done(null))
    mount(scope, services, createCustomer, async ({ tenant, request, reply }) => {
      const once = claimOnce(request, tenant, 'POST /api/customers')
      try {
        return await create(tenant, services, request, reply, once)
      } finally {
        once?.release()
      }
    })
  })

  mount(app, services, deleteCustomers, async ({ tenant, body }) => {
    const tokens = await tenant.transaction((on) => removeCustomers(on, [...new Set(body.customers)]))
    tellOfCustomers(tenant, services)
    await files.remove(tokens)
    return undefined
  })
}

async function create(
  tenant: Tenant,
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  once: Once | undefined,
) {
  const { files, publicUrl } = services
  if (!request.headers['content-type']) throw new Refusal('MALFORMED', 'Send this as multipart/form-data')
  const body = await readMultipart(request, files, expectedPart)
  const kept: string[] = []
  try {
    const earlier = await once?.earlier(body.fingerprint)
    if (earlier) {
      return reply
        .code(earlier.status)
        .header('idempotency-replayed', 'true')
        .type('application/json; charset=utf-8')
        .send(earlier.body)
    }
    const intake = await checkIntake(body, await readDefinitions(tenant))
    if (!intake) throw refuse('VALIDATION_FAILED', body.problems)
    const tokens = new Map<CheckedFile, string>()
    for (const file of [intake.photo, ...intake.values.flatMap((value) => value.files)]) {
      const token = await files.keep(file.received)
      kept.push(token)
      tokens.set(file, token)
    }
    const customer = await tenant.transaction(async (on) => {
      const data = await insertCustomer(on, intake, tokens, publicUrl())
      const answer = { status: createCustomer.status, body: JSON.stringify({ data }) }
      await once?.remember(on, body.fingerprint, answer)
      return data
    })
    kept.length = 0
    tellOfCustomers(tenant, services)
    return { data: customer }
  } finally {
    await files.remove(kept)
    await body.discard()
  }
}

/** After the commit: open screens read again. */
function tellOfCustomers({ account }: Tenant, { live }: Services) {
  live.publish(account, { topic: 'customers', id: null })
  live.publish(account, { topic: 'contacts', id: null })
}

async function insertCustomer(
  tenant: Tenant,
  { customer, photo, values }: Intake,
  tokens: ReadonlyMap<CheckedFile, string>,
  publicUrl: string,
): Promise<Customer> {
  const created_at = now()
  const [id] = (await tenant.insert('customers', [customerColumns({ ...customer, created_at })])) as [number] // one row in, one id out
  const fileRow = (file: CheckedFile, valueId: number | null) => ({
    customer_id: id,
    custom_field_value_id: valueId,
    token: tokens.get(file) as string, // every checked file was kept
    name: file.name,
    media_type: file.mediaType,
    inline: file.inline ? 1 : 0,
    bytes: file.received.bytes,
    created_at,
  })
  const valueIds = await tenant.insert(
    'custom_field_values',
    values.map(({ field, value }) => ({
      owner_id: field.user_id,
      customer_id: id,
      custom_field_id: field.id,
      value,
      created_at,
      updated_at: created_at,
    })),
  )
  const [photoId] = await tenant.insert('files', [
    fileRow(photo, null),
    ...values.flatMap((value, at) => value.files.map((file) => fileRow(file, valueIds[at] ?? null))),
  ])
  await tenant
    .update('customers')
    .set({ photo_file_id: photoId ?? null })
    .where('id', '=', id)
    .execute()

  const { name, last_name, email, phone, business } = customer
  const contact = {
    customer_id: id,
    name,
    last_name,
    email,
    phone,
    company_name: business.company_name ?? null,
  }
  const [contactId] = await tenant.insert('contacts', [{ ...contact, created_at, updated_at: created_at }])
  await tenant.insert('activity_log', [activity(tenant, id, id, `${name} ${last_name}`, 'created')])

  const row = await tenant.select('customers').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  // The specification has both lists empty on creation; what just happened shows from the next read on.
  const created = { ...(await inFull(tenant, row, publicUrl)), notes: [], activity_log: [] }
  await emit(tenant, [
    { type: 'customer.created', data: created },
    { type: 'contact.created', data: { id: contactId, ...contact, created_at, updated_at: created_at } },
  ])
  return created
}

/** Deletes them all or throws 404 and deletes none; gives the tokens of the files to remove. CHOICE 0009. */
async function removeCustomers(tenant: Tenant, ids: readonly number[]): Promise<string[]> {
  const tokens: string[] = []
  for (const some of chunks(ids, 500)) {
    const rows = await tenant
      .select('customers')
      .select(['id', 'name', 'last_name', 'email'])
      .where('id', 'in', some)
      .execute()
    if (rows.length < some.length)
      throw new Refusal('NOT_FOUND', 'One of these customers does not exist; nothing was deleted')
    const files = await tenant.select('files').select('token').where('customer_id', 'in', some).execute()
    const contacts = await tenant
      .select('contacts')
      .select(['id', 'email', 'customer_id'])
      .where('customer_id', 'in', some)
      .execute()
    tokens.push(...files.map(({ token }) => token))
    await tenant.delete('customers').where('id', 'in', some).execute()
    await tenant.insert(
      'activity_log',
      rows.map(({ id, name, last_name }) => activity(tenant, null, id, `${name} ${last_name}`, 'deleted')),
    )
    await emit(tenant, [
      ...rows.map((data) => ({ type: 'customer.deleted', data }) as const),
      ...contacts.map((data) => ({ type: 'contact.deleted', data }) as const),
    ])
  }
  return tokens
}

function activity(
  tenant: Tenant,
  customer_id: number | null,
  subject_id: number,
  title: string,
  event: 'created' | 'deleted',
) {
  return {
    customer_id,
    description: `Customer ${event}`,
    note: null,
    event,
    subject_id,
    subject_type: 'customer',
    subject_title: title,
    caused_by: tenant.actor,
    created_at: now(),
  }
}

interface Wanted {
  readonly page: number
  readonly limit: number
  readonly search: string
  readonly sort: CustomerSort
}

const columns = {
  id: 'id',
  name: 'name_key',
  last_name: 'last_name_key',
  email: 'email_key',
  company_name: 'company_name_key',
} as const

async function readPage(tenant: Tenant, { page, limit, search, sort }: Wanted) {
  const words = fold(search).split(/\s+/).filter(Boolean)
  const narrow = <Output>(query: SelectQueryBuilder<Database, 'customers', Output>) =>
    words.reduce(
      (narrowed, word) => narrowed.where(tenant.dialect.contains('customers', 'search_text', word)),
      query,
    )
  const direction = sort.startsWith('-') ? 'desc' : 'asc'
  const column = columns[sort.replace('-', '') as keyof typeof columns]
  const ordered = narrow(tenant.select('customers').selectAll()).orderBy(`customers.${column}`, direction)
  const [rows, counted] = await Promise.all([
    (column === 'id' ? ordered : ordered.orderBy('customers.id', direction))
      .limit(limit)
      .offset((page - 1) * limit)
      .execute(),
    narrow(
      tenant.select('customers').select((of) => of.fn.countAll<number>().as('total')),
    ).executeTakeFirst(),
  ])
  return { rows, total: counted?.total ?? 0 }
}

const batch = 500

/** Every customer as one JSON document, read in batches by id: nobody else waits for a slow reader. CHOICE 0008. */
async function* everyCustomer(tenant: Tenant, publicUrl: string): AsyncGenerator<string> {
  const definitions = await readDefinitions(tenant)
  yield '{"data":['
  let last = 0
  let comma = ''
  for (;;) {
    const rows = await tenant
      .select('customers')
      .selectAll()
      .where('id', '>', last)
      .orderBy('id')
      .limit(batch)
      .execute()
    if (rows.length === 0) break
    const texts = (await asListed(tenant, rows, publicUrl, definitions)).map((row) => JSON.stringify(row))
    yield comma + texts.join(',')
    comma = ','
    last = rows.at(-1)?.id ?? last
  }
  yield ']}'
}

function* chunks<Item>(items: readonly Item[], size: number): Generator<Item[]> {
  for (let at = 0; at < items.length; at += size) yield items.slice(at, at + size)
}
