import type { FastifyInstance } from 'fastify'

import { listContacts } from '#contract/contacts.ts'

import { mount } from '../mount.ts'
import type { Services } from '../services.ts'
import { v1Page, wantedPage } from '../v1-page.ts'

export function contacts(app: FastifyInstance, services: Services): void {
  mount(app, services, listContacts, async ({ tenant, query, request }) => {
    const wanted = wantedPage(query)
    const rows = await tenant
      .select('contacts')
      .select(['id', 'customer_id', 'name', 'last_name', 'email', 'phone', 'company_name'])
      .select(['created_at', 'updated_at'])
      .orderBy('id', 'desc')
      .limit(wanted.limit)
      .offset(wanted.offset)
      .execute()
    const { total } = await tenant
      .select('contacts')
      .select((of) => of.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow()
    return v1Page({ rows, total, wanted }, request, services.publicUrl() + listContacts.path)
  })
}
