import type { FastifyInstance } from 'fastify'

import { type Contact, listContacts } from '#contract/contacts.ts'

import { Prepared, isIn } from '../db/prepared.ts'
import { mount } from '../mount.ts'
import type { Services } from '../services.ts'
import type { Tenant } from '../tenant.ts'
import { v1Page, wantedPage } from '../v1-page.ts'
import { readRowCounts } from './row-counts.ts'

export function contacts(app: FastifyInstance, services: Services): void {
  mount(app, services, listContacts, async ({ tenant, query, request }) => {
    const wanted = wantedPage(query)
    const { total } = (await readRowCounts(tenant)).contacts
    const rows = await readPage(tenant, total, wanted)
    return v1Page({ rows, total, wanted }, request, services.publicUrl() + listContacts.path)
  })
}

interface Range {
  readonly limit: number
  readonly offset: number
}

/** The ids of one page, read off the index. */
const walk = (direction: 'asc' | 'desc') =>
  new Prepared<Tenant, Range, { id: number }>((tenant, value) =>
    tenant
      .select('contacts')
      .select('id')
      .orderBy('id', direction)
      .limit(value('limit'))
      .offset(value('offset')),
  )
const newestFirst = walk('desc')
const oldestFirst = walk('asc')

const byIds = new Prepared<Tenant, { ids: string }, Contact>((tenant, value) =>
  tenant
    .select('contacts')
    .select(['id', 'customer_id', 'name', 'last_name', 'email', 'phone', 'company_name'])
    .select(['created_at', 'updated_at'])
    .where(isIn(tenant.dialect, 'id', value('ids')))
    .orderBy('id', 'desc'),
)

async function readPage(tenant: Tenant, total: number, { limit, offset }: Range): Promise<Contact[]> {
  if (offset >= total) return []
  const size = Math.min(limit, total - offset)
  // From the nearer end: what comes before a page has to be passed over.
  const found =
    offset > total / 2
      ? await tenant.run(oldestFirst, { limit: size, offset: total - offset - size })
      : await tenant.run(newestFirst, { limit: size, offset })
  return tenant.run(byIds, { ids: JSON.stringify(found.map(({ id }) => id)) })
}
