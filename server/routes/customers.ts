import { Readable } from 'node:stream'

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { SelectQueryBuilder } from 'kysely'

import {
  type CustomerSort,
  createCustomer,
  deleteCustomers,
  listCustomers,
  showCustomer,
} from '#contract/customers.ts'
import { wordsOf } from '#contract/folding.ts'
import { defaultPageSize } from '#contract/surface.ts'

import type { Database } from '../db/database.ts'
import { Refusal, refuse } from '../errors.ts'
import { type Once, claimOnce } from '../idempotency.ts'
import { mount } from '../mount.ts'
import { readMultipart } from '../multipart/read.ts'
import type { Services } from '../services.ts'
import type { Tenant } from '../tenant.ts'
import { type CheckedFile, checkIntake, expectedPart } from './customer-intake.ts'
import { asListed, inFull } from './customer-rows.ts'
import { addCustomer, removeCustomers } from './customer-writes.ts'
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
    const tokens = await tenant.transaction((on) =>
      removeCustomers(
        on,
        [...new Set(body.customers)].toSorted((a, b) => a - b),
      ),
    )
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
      const data = await addCustomer(on, intake, tokens, publicUrl())
      const answer = { status: createCustomer.status, body: JSON.stringify({ data }) }
      await once?.remember(on, body.fingerprint, answer)
      return data
    })
    tellOfCustomers(tenant, services)
    return { data: customer }
  } catch (error) {
    // Any other fault may have come after the commit; files without a row are swept later.
    if (error instanceof Refusal) await files.remove(kept)
    throw error
  } finally {
    await body.discard()
  }
}

/** After the commit: open screens read again. */
function tellOfCustomers({ account }: Tenant, { live }: Services) {
  live.publish(account, { topic: 'customers', id: null })
  live.publish(account, { topic: 'contacts', id: null })
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
  const words = wordsOf(search)
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
