import type { FastifyInstance } from 'fastify'

import * as contract from '#contract/customers/contacts.ts'
import type { Context } from '#server/context.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import { writeOnce } from '#server/platform/http/idempotency.ts'
import { mount } from '#server/platform/http/mount.ts'
import { requireVersion, sendVersion } from '#server/platform/http/versions.ts'

import { addContact, deleteContact, updateContact } from './writes.ts'

/** Contacts that staff add, edit and delete. Surface X. */
export function contactForms(app: FastifyInstance, context: Context): void {
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
