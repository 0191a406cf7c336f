import { Readable } from 'node:stream'
import { setImmediate as otherRequests } from 'node:timers/promises'

import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'

import { listCustomerActivity } from '#contract/customers/activity.ts'
import { showCustomerCounts } from '#contract/customers/counts.ts'
import {
  type CustomerById,
  deleteCustomers,
  listCustomerFacets,
  listCustomers,
  listCustomersById,
  showCustomer,
} from '#contract/customers/customers.ts'
import { defaultPageSize } from '#contract/wire/surface.ts'
import type { Context } from '#server/context.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import { readActivity } from '#server/platform/audit/activity.ts'
import { mount } from '#server/platform/http/mount.ts'
import { sendVersion } from '#server/platform/http/versions.ts'
import { HttpError } from '#server/platform/lib/http-error.ts'
import { Checkpoints } from '#server/platform/lists/checkpoints.ts'
import { OrderedPages } from '#server/platform/lists/ordered-pages.ts'
import { readRowCounts } from '#server/platform/lists/row-counts.ts'
import { SearchTotals } from '#server/platform/lists/search-totals.ts'

import { assigneeName, assigneeOf } from './assignee.ts'
import { readCounts } from './counts.ts'
import { KnownFields } from './field-texts.ts'
import { customerForms, publishCustomerChange } from './form-routes.ts'
import type { Column } from './order.ts'
import { findPage } from './pages.ts'
import { type JsonContext, readCustomer, readCustomers, readNextCustomers } from './rows.ts'
import { removeCustomers } from './writes.ts'

const jsonType = 'application/json; charset=utf-8'

/** Mounts the customers: lists, facets, one customer, forms, deletions and CSV. */
export function customers(app: FastifyInstance, context: Context): void {
  const { publicUrl } = context

  const caches = {
    pages: new OrderedPages<Column>('customers'),
    active: new OrderedPages<Column>('customers', { isActiveOnly: true }),
    totals: new SearchTotals<number>(),
    checkpoints: new Checkpoints(),
  }
  const knownFields = new KnownFields()

  mount(app, context, listCustomers, async ({ tenant, query, reply }) => {
    const { page, limit, search, sort, ...filter } = query
    const counting = readRowCounts(tenant)
    const writing = async () => {
      const { custom_fields } = await counting
      return { fields: await knownFields.get(tenant, custom_fields), publicUrl: publicUrl() }
    }
    if (Object.values(query).every((parameter) => parameter === undefined))
      return reply.type(jsonType).send(Readable.from(everyCustomer(tenant, await writing())))
    const pageRequest = {
      page: page ?? 1,
      limit: limit ?? defaultPageSize,
      search: search ?? '',
      sort: sort ?? '-id',
      filter,
    } as const
    const counted = counting.then(({ customers: count }) => count)
    const [{ ids, total }, json] = await Promise.all([
      findPage(tenant, caches, counted, pageRequest),
      writing(),
      // Before the page needs it, something else may fail.
      counted,
    ])
    const rows = await readCustomers(tenant, ids, json)
    const meta = JSON.stringify({ total, page: pageRequest.page, limit: pageRequest.limit })
    return reply.type(jsonType).send(`{"data":[${rows.join(',')}],"meta":${meta}}`)
  })

  mount(app, context, showCustomer, async ({ tenant, params, reply }) => {
    const customer = await readCustomer(tenant, params.id, { fields: knownFields, publicUrl: publicUrl() })
    if (!customer) throw new HttpError('NOT_FOUND')
    sendVersion(reply, customer.version)
    return reply.type(jsonType).send(`{"data":${customer.text}}`)
  })

  mount(app, context, listCustomerActivity, async ({ tenant, params: { id } }) => {
    const customer = await tenant.select('customers').select('id').where('id', '=', id).executeTakeFirst()
    if (!customer) throw new HttpError('NOT_FOUND')
    return { data: await readActivity(tenant, id) }
  })

  mount(app, context, showCustomerCounts, async ({ tenant, params: { id } }) => {
    const data = await readCounts(tenant, id)
    if (!data) throw new HttpError('NOT_FOUND')
    return { data }
  })

  customerForms(app, context, knownFields)

  mount(app, context, deleteCustomers, async ({ tenant, caller, body }) => {
    await tenant.transaction((trx) =>
      removeCustomers(
        trx,
        caller,
        [...new Set(body.customers)].toSorted((a, b) => a - b),
      ),
    )
    publishCustomerChange(tenant, context)
    return undefined
  })

  const countries = new SearchTotals<readonly { name: string; count: number }[]>()
  mount(app, context, listCustomerFacets, async ({ tenant, query: { archived } }) => {
    const { changes } = (await readRowCounts(tenant)).customers
    const key = JSON.stringify([tenant.account, changes, archived])
    return { data: { countries: [...(await countries.get(key, () => countCountries(tenant, archived)))] } }
  })

  mount(app, context, listCustomersById, async ({ tenant, query }) => ({
    data: await readById(tenant, query.ids.split(',').map(Number)),
  }))
}

/** All of them and the archived ones are in an index each; the others are what is left. */
async function countCountries(tenant: Tenant, archived: boolean | undefined): Promise<CountryCount[]> {
  if (archived === true) return readCountries(tenant, true)
  const all = await readCountries(tenant, false)
  if (archived === undefined) return all
  const hidden = new Map((await readCountries(tenant, true)).map(({ name, count }) => [name, count]))
  return all
    .map(({ name, count }) => ({ name, count: count - (hidden.get(name) ?? 0) }))
    .filter(({ count }) => count > 0)
}

interface CountryCount {
  readonly name: string
  readonly count: number
}

function readCountries(tenant: Tenant, isArchived: boolean): Promise<CountryCount[]> {
  const query = tenant
    .select('customers')
    .select((eb) => [eb.ref('country').$castTo<string>().as('name'), eb.fn.countAll<number>().as('count')])
    .where('country', '>', '')
    .groupBy('country')
    .orderBy('country')
  return (isArchived ? query.where('archived_at', 'is not', null) : query).execute()
}

async function readById(tenant: Tenant, ids: readonly number[]): Promise<CustomerById[]> {
  const rows = await tenant
    .select('customers')
    .select(['id', 'name', 'last_name', 'created_at', 'archived_at', 'assigned_to'])
    .select(assigneeName(tenant))
    .select(
      tenant
        .select('activity_log')
        .where('activity_log.customer_id', '=', sql<number>`customers.id`)
        .orderBy('activity_log.id', 'desc')
        .limit(1)
        .select('activity_log.created_at')
        .as('last_activity_at'),
    )
    .where('id', 'in', ids)
    .orderBy('id')
    .execute()
  return rows.map(({ assigned_to, assignee_name, ...row }) => ({
    ...row,
    assignee: assigneeOf({ assigned_to, assignee_name }),
  }))
}

const rowsAtOnce = 200

/** Yields all customers as one JSON document, read in batches by id so that a slow client delays no one. */
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
