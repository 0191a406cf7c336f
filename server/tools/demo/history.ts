import { dayMs } from '#contract/values/durations.ts'
import { demoStaff } from '#server/platform/access/staff/demo-staff.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import { type Actor, recordActivities } from '#server/platform/audit/activity.ts'
import { now, timestamp } from '#server/platform/lib/clock.ts'
import { addDays } from '#server/platform/lib/time-zone.ts'
import { customerColumns } from '#server/records/customers/columns.ts'
import { issueCreditNote } from '#server/records/invoices/credit-notes.ts'
import { readStored } from '#server/records/invoices/details.ts'
import { addSchedule, pauseSchedule } from '#server/records/invoices/schedules/writes.ts'

import { addDocuments } from './documents.ts'
import { addMeetings } from './meetings.ts'
import { addSubscriptions } from './subscriptions.ts'

/**
 * Traces of a year of work: archived customers, credit notes, recurring invoices, an import, proposals, contracts, subscriptions
 * and meetings; once.
 */
export async function addHistory(trx: Tenant, owner: number): Promise<void> {
  const isThere = await trx
    .select('invoice_schedules')
    .select('invoice_schedules.id')
    .limit(1)
    .executeTakeFirst()
  if (isThere) return
  const actor: Actor = { kind: 'staff', user: { id: owner } }
  await addArchived(trx)
  await addCreditNotes(trx, actor)
  await addSchedules(trx, actor)
  await addImport(trx, actor)
  await addDocuments(trx, actor)
  await addSubscriptions(trx, actor)
  await addMeetings(trx, { ...demoStaff, id: owner })
}

const archived = [
  ['Ulf', 'Möller', 'Möller Optik', 'Kiel', 'Germany'],
  ['Pilar', 'Ibáñez', 'Ibáñez Cerámica', 'Valencia', 'Spain'],
] as const

async function addArchived(trx: Tenant) {
  const created_at = timestamp(Date.now() - 420 * dayMs)
  for (const [index, [name, last_name, company_name, city, country]] of archived.entries()) {
    const row = customerColumns({
      name,
      last_name,
      email: `office@archived${index + 1}.example`,
      phone: `+44 7700 90030${index}`,
      business: { company_name, city, country },
      permissions: [4],
      created_at,
    })
    const archived_at = timestamp(Date.now() - (60 + index * 20) * dayMs)
    const customer_id = await trx.insertOne('customers', { ...row, archived_at })
    const entry = {
      customer_id,
      note: null,
      subject_id: customer_id,
      subject_type: 'customer',
      subject_title: `${name} ${last_name}`,
      caused_by: trx.actor,
    }
    await trx.insert('activity_log', [
      { ...entry, description: 'Customer created', event: 'created', created_at },
      { ...entry, description: 'Customer archived', event: 'archived', created_at: archived_at },
    ])
  }
}

const reasons = ['One of the pieces arrived damaged', 'Fewer hours than planned']

/** A line of two invoices that were paid some months ago. */
async function addCreditNotes(trx: Tenant, actor: Actor) {
  const paid = await trx
    .select('invoices')
    .select(['id', 'updated_at'])
    .where('status', '=', 'paid')
    .where('currency', '=', 'EUR')
    .where('updated_at', '<', timestamp(Date.now() - 75 * dayMs))
    .orderBy('id', 'desc')
    .limit(reasons.length)
    .execute()
  for (const [index, { id, updated_at }] of paid.toReversed().entries()) {
    const { row, lines } = await readStored(trx, id)
    const line = lines.find(({ kind }) => kind !== 'tax')
    if (!line) continue
    const noteId = await issueCreditNote(trx, actor, row, {
      reason: reasons[index] ?? '',
      line_items: [{ id: line.id, quantity: 1 }],
    })
    const created_at = timestamp(Date.parse(updated_at) + 9 * dayMs)
    await trx.update('credit_notes').set({ created_at }).where('id', '=', noteId).execute()
    await trx
      .update('activity_log')
      .set({ created_at })
      .where('event', '=', 'credited')
      .where('subject_id', '=', id)
      .execute()
  }
}

const line = { discount: 0, tax_rate: 21 }
/** The first invoice of each comes in some days, so that nothing is drafted by the time somebody looks around. */
const schedules = [
  {
    last_name: 'Thorne',
    inDays: 9,
    frequency: 'monthly',
    line_items: [{ ...line, description: 'Website care, one month', quantity: 1, unit_price: 95 }],
  },
  {
    last_name: 'Fitzgerald',
    inDays: 24,
    frequency: 'quarterly',
    line_items: [
      { ...line, description: 'Studio retainer, one quarter', quantity: 1, unit_price: 1_450 },
      { ...line, description: 'Archive of drawings', quantity: 3, unit_price: 12.5 },
    ],
  },
  {
    last_name: 'Aaltonen',
    inDays: 40,
    frequency: 'yearly',
    isPaused: true,
    line_items: [{ ...line, description: 'Catalog, one year', quantity: 1, unit_price: 640 }],
  },
] as const

async function addSchedules(trx: Tenant, actor: Actor) {
  const today = await trx.today()
  for (const { last_name, inDays, frequency, line_items, ...rest } of schedules) {
    const customer = await customerNamed(trx, last_name)
    if (!customer) continue
    const id = await addSchedule(trx, actor, {
      customer_id: customer.id,
      currency: 'EUR',
      payment_days: 14,
      notes: '',
      line_items: [...line_items],
      frequency,
      starts_on: addDays(today, inDays),
      ends_on: null,
      max_count: null,
    })
    if ('isPaused' in rest) await pauseSchedule(trx, actor, id)
  }
}

const customerNamed = (trx: Tenant, last_name: string) =>
  trx
    .select('customers')
    .select(['id', 'name', 'last_name', 'email', 'phone'])
    .where('last_name', '=', last_name)
    .executeTakeFirst()

/** New phone numbers from a spreadsheet, and a row that wasn't imported. */
async function addImport(trx: Tenant, actor: Actor) {
  const found = await Promise.all(['Yıldız', 'Novotná', 'Abebe'].map((name) => customerNamed(trx, name)))
  const updated = found.filter((customer) => customer !== undefined)
  const created_at = timestamp(Date.now() - dayMs)
  const header = ['Email', 'Phone']
  const wrong = ['studio.example', '+44 7700 900199']
  const none = { plan_created: 0, plan_skipped: 0, created: 0, skipped: 0 }
  const import_id = await trx.insertOne('imports', {
    kind: 'customers',
    state: 'completed',
    file_name: 'new-phone-numbers.csv',
    header: JSON.stringify(header),
    samples: JSON.stringify([updated.map(({ email }) => email), updated.map(({ phone }) => phone)]),
    rows: updated.length + 1,
    columns: JSON.stringify(['email', 'phone']),
    is_remembered: 0,
    existing: 'update',
    checks: 1,
    worker: null,
    checked_through: 0,
    ...none,
    plan_updated: updated.length,
    plan_failed: 1,
    updated: updated.length,
    failed: 1,
    caused_by: trx.actor,
    actor_id: actor.kind === 'staff' ? actor.user.id : null,
    created_at,
    updated_at: now(),
    finished_at: created_at,
  })
  const result = { import_id, cells: null, problems: '[]' }
  await trx.insert('import_results', [
    ...updated.map(({ id, email }, index) => ({
      ...result,
      row: index + 2,
      outcome: 'updated' as const,
      record_id: id,
      label: email,
    })),
    {
      ...result,
      row: updated.length + 2,
      outcome: 'failed' as const,
      record_id: null,
      label: wrong[0] ?? '',
      problems: JSON.stringify([
        {
          column: 'Email',
          value: wrong[0],
          message: 'Email must be an address like name@example.com',
        },
      ]),
      cells: JSON.stringify(wrong),
    },
  ])
  await recordActivities(
    trx,
    actor,
    updated.map(({ id, name, last_name, phone }) => ({
      customerId: id,
      title: `${name} ${last_name}`,
      event: 'updated',
      description: 'Customer updated',
      changes: { phone: { from: phone.replace('7700', '7911'), to: phone } },
    })),
  )
}
