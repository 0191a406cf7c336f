import type { FastifyInstance } from 'fastify'

import { listContacts, showContact } from '#contract/customers/contacts.ts'
import type { Context } from '#server/context.ts'
import { mount } from '#server/platform/http/mount.ts'
import { toPageRequest, v1Page } from '#server/platform/http/v1-page.ts'
import { sendVersion } from '#server/platform/http/versions.ts'
import { HttpError } from '#server/platform/lib/http-error.ts'
import { Checkpoints } from '#server/platform/lists/checkpoints.ts'
import { OrderedPages } from '#server/platform/lists/ordered-pages.ts'
import { readRowCounts } from '#server/platform/lists/row-counts.ts'
import { SearchTotals } from '#server/platform/lists/search-totals.ts'

import { contactForms } from './form-routes.ts'
import { type Column, findPage } from './pages.ts'
import { readContact, readContacts } from './rows.ts'

const jsonType = 'application/json; charset=utf-8'

/** Mounts the list of contacts, single contacts and what staff do with them. */
export function contacts(app: FastifyInstance, context: Context): void {
  const caches = {
    pages: new OrderedPages<Column>('contacts'),
    totals: new SearchTotals<number>(),
    checkpoints: new Checkpoints(),
  }

  mount(app, context, listContacts, async ({ tenant, query, request, reply }) => {
    const { page, per_page, search = '', sort = '-id', ...filter } = query
    const pageRequest = toPageRequest({ page, per_page })
    const counting = readRowCounts(tenant).then(({ contacts: count }) => count)
    const [{ ids, total }] = await Promise.all([
      findPage(tenant, caches, counting, { ...pageRequest, search, sort, filter }),
      counting,
    ])
    const rows = await readContacts(tenant, ids)
    const { data: _data, ...rest } = v1Page(
      { rows: [], total, pageRequest },
      request,
      context.publicUrl() + listContacts.path,
    )
    return reply.type(jsonType).send(`{"data":[${rows.join(',')}],${JSON.stringify(rest).slice(1)}`)
  })

  mount(app, context, showContact, async ({ tenant, params, reply }) => {
    const contact = await readContact(tenant, params.id)
    if (!contact) throw new HttpError('NOT_FOUND')
    sendVersion(reply, contact.version)
    return reply.type(jsonType).send(`{"data":${contact.text}}`)
  })

  contactForms(app, context)
}
