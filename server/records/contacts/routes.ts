import type { FastifyInstance } from 'fastify'

import { listContacts, showContact } from '#contract/customers/contacts.ts'
import * as contract from '#contract/customers/contacts.ts'
import type { Context } from '#server/context.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import { writeOnce } from '#server/platform/http/idempotency.ts'
import { mount } from '#server/platform/http/mount.ts'
import { toPageRequest, v1Page } from '#server/platform/http/v1-page.ts'
import { requireVersion, sendVersion } from '#server/platform/http/versions.ts'
import { HttpError } from '#server/platform/lib/http-error.ts'
import { Checkpoints } from '#server/platform/lists/checkpoints.ts'
import { OrderedPages } from '#server/platform/lists/ordered-pages.ts'
import { readRowCounts } from '#server/platform/lists/row-counts.ts'
import { SearchTotals } from '#server/platform/lists/search-totals.ts'

import { type Column, findPage } from './pages.ts'
import { readContact, readContacts } from './rows.ts'
import { addContact, deleteContact, updateContact } from './writes.ts'

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

/** Contacts that staff add, edit and delete. Surface X. */
function contactForms(app: FastifyInstance, context: Context): void {
  const publishChange = ({ account }: Tenant) => {
    context.live.publish(account, { topic: 'contacts', id: null })
    // The history of a customer has an entry more.
    context.live.publish(account, { topic: 'customers', id: null })
  }

  mount(app, context, contract.createContact, async ({ tenant, caller, body, request, reply }) => {
    const data = await writeOnce(contract.createContact, { tenant, request, reply, body }, async (trx) => {
      const { contact } = await addContact(trx, caller, body)
      return contact
    })
    publishChange(tenant)
    sendVersion(reply, 1)
    return { data }
  })

  mount(app, context, contract.updateContact, async ({ tenant, caller, params, body, request, reply }) => {
    const expected = requireVersion(request)
    // The version is part of what is repeated: the same body may well be meant for a later one.
    const repeated = { body, version: expected }
    const data = await writeOnce(
      contract.updateContact,
      { tenant, request, reply, body: repeated },
      async (trx) => updateContact(trx, caller, params.id, expected, body),
    )
    publishChange(tenant)
    sendVersion(reply, data.version)
    return { data: data.contact }
  })

  mount(app, context, contract.deleteContact, async ({ tenant, caller, params }) => {
    await tenant.transaction((trx) => deleteContact(trx, caller, params.id))
    publishChange(tenant)
    return undefined
  })
}
