import type { FastifyInstance } from 'fastify'

import { listContacts } from '#contract/contacts.ts'
import type { Tenant } from '#server/access/tenant.ts'
import type { Context } from '#server/context.ts'
import { jsonText } from '#server/db/json-text.ts'
import { Prepared, isIn } from '#server/db/prepared.ts'
import { mount } from '#server/http/mount.ts'
import { v1Page, toPageRequest } from '#server/http/v1-page.ts'
import { OrderedPages } from '#server/lists/ordered-pages.ts'
import { readRowCounts } from '#server/lists/row-counts.ts'

export function contacts(app: FastifyInstance, context: Context): void {
  const pages = new OrderedPages<'id'>('contacts')

  mount(app, context, listContacts, async ({ tenant, query, request, reply }) => {
    const pageRequest = toPageRequest(query)
    const count = (await readRowCounts(tenant)).contacts
    const ids = await pages.ids(tenant, { column: 'id', direction: 'desc', count, ...pageRequest })
    const rows = ids.length === 0 ? [] : await tenant.run(byIds, { ids: JSON.stringify(ids) })
    const { data: _data, ...rest } = v1Page(
      { rows: [], total: count.total, pageRequest },
      request,
      context.publicUrl() + listContacts.path,
    )
    return reply
      .type('application/json; charset=utf-8')
      .send(`{"data":[${rows.map(({ text }) => text).join(',')}],${JSON.stringify(rest).slice(1)}`)
  })
}

const columns = [
  ...(['id', 'customer_id', 'name', 'last_name', 'email', 'phone', 'company_name'] as const),
  ...(['created_at', 'updated_at'] as const),
]
const byIds = new Prepared<Tenant, { ids: string }, { text: string }>((tenant, value) =>
  tenant
    .select('contacts')
    .select(jsonText(tenant.dialect, Object.fromEntries(columns.map((name) => [name, name]))).as('text'))
    .where(isIn(tenant.dialect, 'id', value('ids')))
    .orderBy('id', 'desc'),
)
