import { Readable } from 'node:stream'
import { setImmediate as otherRequests } from 'node:timers/promises'

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import {
  createCustomer,
  deleteCustomers,
  listCustomerFacets,
  listCustomers,
  listExistingCustomers,
  showCustomer,
} from '#contract/customers.ts'
import { defaultPageSize } from '#contract/surface.ts'
import type { Tenant } from '#server/access/tenant.ts'
import type { Context } from '#server/context.ts'
import { HttpError, invalidInput } from '#server/http/errors.ts'
import { type IdempotentRequest, claimIdempotencyKey } from '#server/http/idempotency.ts'
import { mount } from '#server/http/mount.ts'
import { readMultipart } from '#server/http/multipart/read.ts'
import { Milestones } from '#server/lists/milestones.ts'
import { OrderedPages } from '#server/lists/ordered-pages.ts'
import { readRowCounts } from '#server/lists/row-counts.ts'
import { SearchTotals } from '#server/lists/search-totals.ts'

import { readDefinitions } from './custom-fields.ts'
import { KnownFields } from './field-texts.ts'
import { type CheckedFile, parseCustomerForm, expectedParts } from './intake.ts'
import { findPage } from './pages.ts'
import { type JsonContext, readCustomer, readCustomers, readNextCustomers } from './rows.ts'
import type { Column } from './search.ts'
import { addCustomer, removeCustomers } from './writes.ts'

const jsonType = 'application/json; charset=utf-8'

export function customers(app: FastifyInstance, context: Context): void {
  const { publicUrl, files } = context

  const caches = {
    pages: new OrderedPages<Column>('customers'),
    totals: new SearchTotals<number>(),
    milestones: new Milestones(),
  }
  const knownFields = new KnownFields()

  mount(app, context, listCustomers, async ({ tenant, query, reply }) => {
    const { page, limit, search, sort, ...filter } = query
    const counts = await readRowCounts(tenant)
    const writing = { fields: await knownFields.get(tenant, counts.custom_fields), publicUrl: publicUrl() }
    if (Object.values(query).every((parameter) => parameter === undefined))
      return reply.type(jsonType).send(Readable.from(everyCustomer(tenant, writing)))
    const pageRequest = {
      page: page ?? 1,
      limit: limit ?? defaultPageSize,
      search: search ?? '',
      sort: sort ?? '-id',
      filter,
    } as const
    const { ids, total } = await findPage(tenant, caches, counts.customers, pageRequest)
    const rows = await readCustomers(tenant, ids, writing)
    const meta = JSON.stringify({ total, page: pageRequest.page, limit: pageRequest.limit })
    return reply.type(jsonType).send(`{"data":[${rows.join(',')}],"meta":${meta}}`)
  })

  mount(app, context, showCustomer, async ({ tenant, params, reply }) => {
    const customer = await readCustomer(tenant, params.id, { fields: knownFields, publicUrl: publicUrl() })
    if (customer === undefined) throw new HttpError('NOT_FOUND')
    return reply.type(jsonType).send(`{"data":${customer}}`)
  })

  // In a scope of its own, so that only here a multipart body is left unread for the handler.
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('multipart/form-data', (_request, _payload, done) => done(null))
    mount(scope, context, createCustomer, async ({ tenant, request, reply }) => {
      const idempotent = claimIdempotencyKey(request, tenant, 'POST /api/customers')
      try {
        return await create(tenant, context, request, reply, idempotent)
      } finally {
        idempotent?.release()
      }
    })
  })

  mount(app, context, deleteCustomers, async ({ tenant, body }) => {
    const tokens = await tenant.transaction((trx) =>
      removeCustomers(
        trx,
        [...new Set(body.customers)].toSorted((a, b) => a - b),
      ),
    )
    publishCustomerChange(tenant, context)
    await files.remove(tokens)
    return undefined
  })

  const countries = new SearchTotals<readonly { name: string; count: number }[]>()
  mount(app, context, listCustomerFacets, async ({ tenant }) => {
    const { changes } = (await readRowCounts(tenant)).customers
    const key = JSON.stringify([tenant.account, changes])
    return { data: { countries: [...(await countries.get(key, () => readCountries(tenant)))] } }
  })

  mount(app, context, listExistingCustomers, async ({ tenant, query }) => {
    const ids = query.ids.split(',').map(Number)
    const rows = await tenant.select('customers').select('id').where('id', 'in', ids).orderBy('id').execute()
    return { data: rows.map(({ id }) => id) }
  })
}

async function create(
  tenant: Tenant,
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  idempotent: IdempotentRequest | undefined,
) {
  const { files, publicUrl } = context
  if (!request.headers['content-type']) throw new HttpError('MALFORMED', 'Send this as multipart/form-data')
  const fields = await readDefinitions(tenant)
  const body = await readMultipart(request, files, expectedParts(fields))
  const committed: string[] = []
  try {
    const stored = await idempotent?.storedResponse(body.fingerprint)
    if (stored) {
      return reply.code(stored.status).header('idempotency-replayed', 'true').type(jsonType).send(stored.body)
    }
    const form = await parseCustomerForm(body, fields)
    if (!form) throw invalidInput('VALIDATION_FAILED', body.problems)
    const tokens = new Map<CheckedFile, string>()
    for (const file of [form.photo, ...form.values.flatMap((value) => value.files)]) {
      const token = await files.commit(file.upload)
      committed.push(token)
      tokens.set(file, token)
    }
    const customer = await tenant.transaction(async (trx) => {
      const data = await addCustomer(trx, form, tokens, publicUrl())
      const answer = { status: createCustomer.status, body: JSON.stringify({ data }) }
      await idempotent?.storeResponse(trx, body.fingerprint, answer)
      return data
    })
    publishCustomerChange(tenant, context)
    return { data: customer }
  } catch (error) {
    // Any other fault may have come after the commit; files without a row are swept later.
    if (error instanceof HttpError) await files.remove(committed)
    throw error
  } finally {
    await body.discard()
  }
}

/** After the commit: open screens read again. */
function publishCustomerChange({ account }: Tenant, { live }: Context) {
  live.publish(account, { topic: 'customers', id: null })
  live.publish(account, { topic: 'contacts', id: null })
}

const readCountries = (tenant: Tenant) =>
  tenant
    .select('customers')
    .select((eb) => [eb.ref('country').$castTo<string>().as('name'), eb.fn.countAll<number>().as('count')])
    .where('country', '>', '')
    .groupBy('country')
    .orderBy('country')
    .execute()

const rowsAtOnce = 200

/** Every customer as one JSON document, read in batches by id: nobody else waits for a slow reader. CHOICE 0008. */
async function* everyCustomer(tenant: Tenant, writing: JsonContext): AsyncGenerator<string> {
  yield '{"data":['
  let after = 0
  for (;;) {
    const next = await readNextCustomers(tenant, after, rowsAtOnce, writing)
    if (!next) break
    yield (after === 0 ? '' : ',') + next.texts.join(',')
    after = next.last
    await otherRequests()
  }
  yield ']}'
}
