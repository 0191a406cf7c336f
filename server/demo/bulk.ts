import type { Tenant } from '#server/access/tenant.ts'
import { customerColumns } from '#server/customers/columns.ts'
import { type NewInvoice, addInvoices } from '#server/invoices/insert.ts'
import { timestamp } from '#server/lib/clock.ts'
import { addDays } from '#server/lib/time-zone.ts'
import { type NewService, addServices } from '#server/services/insert.ts'

import { demoServices } from './catalogue.ts'
import type { DemoPayer } from './invoices.ts'

const dayMs = 24 * 60 * 60_000
const payersAtMost = 500
const payersIfNone = 25

const manners = ['Small', 'Large', 'Express', 'Weekly', 'Custom', 'Basic', 'Premium', 'Seasonal']
const places = ['for shops', 'for restaurants', 'for makers', 'for schools', 'for clubs']

/** Rows `from` to `to` of a catalogue as large as one likes, in as many kinds as the demo's own. */
export async function addBulkServices(tenant: Tenant, from: number, to: number): Promise<void> {
  await tenant.transaction((on) => addServices(on, range(from, to).map(bulkService)))
}

function bulkService(at: number): NewService {
  const like = demoServices[at % demoServices.length] as NewService // within bounds by the remainder
  const manner = manners[at % manners.length]
  const place = places[(at * 3) % places.length]
  return {
    ...like,
    name: `${manner} ${like.name.toLowerCase()} ${at + 1}`,
    description: `${like.description} Made ${place}, number ${at + 1}.`,
    is_active: at % 7 !== 0,
    custom_fields: at % 5 === 0 ? like.custom_fields : [],
  }
}

/** Rows `from` to `to` of invoices over the three years before that time, in every status. */
export async function addBulkInvoices(
  tenant: Tenant,
  payers: readonly DemoPayer[],
  nowMs: number,
  from: number,
  to: number,
): Promise<void> {
  await tenant.transaction((on) =>
    addInvoices(
      on,
      range(from, to).map((at) => bulkInvoice(at, payers, nowMs)),
    ),
  )
}

function bulkInvoice(at: number, payers: readonly DemoPayer[], nowMs: number): NewInvoice {
  const payer = payers[at % payers.length] as DemoPayer // there is one at least
  const created_at = timestamp(nowMs - ((at * 7919) % 1095) * dayMs - (at % 86_400) * 1000)
  const due_date = addDays(created_at.slice(0, 10), 14 + (at % 3) * 8)
  const isPast = Date.parse(due_date) + dayMs < nowMs
  return {
    invoice_number: `B-${String(at + 1).padStart(7, '0')}`,
    customer_id: payer.id,
    customer_name: payer.name,
    customer_email: payer.email,
    status: isPast ? (at % 12 === 0 ? 'overdue' : 'paid') : at % 5 === 0 ? 'draft' : 'sent',
    currency: ['EUR', 'EUR', 'USD', 'JPY'][at % 4] ?? 'EUR',
    due_date,
    created_at,
    lines: [
      { description: `Design, part ${at + 1}`, quantity: 1 + (at % 40) / 4, unit_price: 80 + (at % 60) },
      { description: 'Prints', quantity: 50 + (at % 200), unit_price: 2 + (at % 9) },
    ],
  }
}

/** Whom bulk invoices are made out to: the account's first customers, or some made for it where it has none. */
export async function bulkPayers(tenant: Tenant): Promise<DemoPayer[]> {
  const known = await readPayers(tenant, payersAtMost)
  if (known.length > 0) return known
  await tenant.insert(
    'customers',
    range(0, payersIfNone).map((at) =>
      customerColumns({
        name: 'Payer',
        last_name: String(at + 1),
        email: `payer${at + 1}@rows.example`,
        phone: '',
        business: {},
        permissions: [],
      }),
    ),
  )
  return readPayers(tenant, payersAtMost)
}

/** The account's customers as an invoice names them, the oldest first. */
export async function readPayers(tenant: Tenant, atMost: number): Promise<DemoPayer[]> {
  const rows = await tenant
    .select('customers')
    .select(['id', 'name', 'last_name', 'email', 'country'])
    .orderBy('id')
    .limit(atMost)
    .execute()
  return rows.map(({ id, name, last_name, email, country }) => ({
    id,
    name: `${name} ${last_name}`,
    email,
    country: country ?? '',
  }))
}

const range = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => from + at)
