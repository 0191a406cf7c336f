import type { FastifyInstance } from 'fastify'

import * as contract from '#contract/customers/notes.ts'
import type { Context } from '#server/context.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import { writeOnce } from '#server/platform/http/idempotency.ts'
import { mount } from '#server/platform/http/mount.ts'
import { requireVersion, sendVersion } from '#server/platform/http/versions.ts'
import { HttpError } from '#server/platform/lib/http-error.ts'

import { noteColumns, toNote } from './rows.ts'
import { addNote, deleteNote, restoreNote, updateNote } from './writes.ts'

/** Notes on customers, and follow-ups. Surface X. */
export function notes(app: FastifyInstance, context: Context): void {
  const publishChange = ({ account }: Tenant, customer: number | null) =>
    context.live.publish(account, { topic: 'customers', id: customer })

  mount(app, context, contract.listNotes, async ({ tenant, caller, params }) => {
    const rows = await tenant
      .select('notes')
      .select(noteColumns)
      .where('customer_id', '=', params.id)
      .where('deleted_at', 'is', null)
      .orderBy('is_pinned', 'desc')
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .execute()
    if (rows.length === 0) await requireCustomer(tenant, params.id)
    return { data: rows.map((row) => toNote(row, caller)) }
  })

  mount(app, context, contract.addNote, async ({ tenant, caller, params, body, request, reply }) => {
    const data = await writeOnce(contract.addNote, { tenant, request, reply, body }, async (trx) =>
      toNote(await addNote(trx, caller, params.id, body), caller),
    )
    publishChange(tenant, data.customer_id)
    sendVersion(reply, data.version)
    return { data }
  })

  mount(app, context, contract.updateNote, async ({ tenant, caller, params, body, request, reply }) => {
    const version = requireVersion(request)
    const row = await tenant.transaction((trx) => updateNote(trx, caller, params.id, version, body))
    publishChange(tenant, row.customer_id)
    sendVersion(reply, row.version)
    return { data: toNote(row, caller) }
  })

  mount(app, context, contract.deleteNote, async ({ tenant, caller, params }) => {
    await tenant.transaction((trx) => deleteNote(trx, caller, params.id))
    publishChange(tenant, null)
    return undefined
  })

  mount(app, context, contract.restoreNote, async ({ tenant, caller, params, reply }) => {
    const row = await tenant.transaction((trx) => restoreNote(trx, caller, params.id))
    publishChange(tenant, row.customer_id)
    sendVersion(reply, row.version)
    return { data: toNote(row, caller) }
  })

  mount(app, context, contract.listFollowUps, async ({ tenant, caller }) => {
    const today = await tenant.today()
    const due = tenant
      .select('notes')
      .where('follow_up_on', 'is not', null)
      .where('follow_up_on', '<=', today)
      .where('deleted_at', 'is', null)
      .where('customer_id', 'is not', null)
    const [rows, counted] = await Promise.all([
      due
        .innerJoin('customers', 'customers.id', 'notes.customer_id')
        .select(noteColumns.map((name) => `notes.${name}` as const))
        .select(['customers.name', 'customers.last_name'])
        .orderBy('follow_up_on')
        .orderBy('notes.id')
        .limit(contract.longestFollowUps)
        .execute(),
      due.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
    ])
    return {
      data: rows.map(({ name, last_name, ...row }) => ({
        note: toNote(row, caller),
        customer: { id: row.customer_id as number, name, last_name }, // joined by it
      })),
      total: Number(counted.total),
    }
  })
}

async function requireCustomer(tenant: Tenant, id: number): Promise<void> {
  const row = await tenant.select('customers').select('id').where('id', '=', id).executeTakeFirst()
  if (!row) throw new HttpError('NOT_FOUND')
}
