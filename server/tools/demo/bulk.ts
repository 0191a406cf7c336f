import { addressParts } from '#contract/customers/address.ts'
import { dayMs } from '#contract/values/durations.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import { timestamp } from '#server/platform/lib/clock.ts'
import { addDays } from '#server/platform/lib/time-zone.ts'
import { customerColumns } from '#server/records/customers/columns.ts'
import { billedToOf } from '#server/records/invoices/billed-to.ts'
import { type NewInvoice, addInvoices } from '#server/records/invoices/insert.ts'
import { type NewService, addServices } from '#server/records/services/insert.ts'

import { demoServices } from './catalogue.ts'
import type { DemoPayer } from './invoices.ts'

const payersAtMost = 500
const payersIfNone = 25

const manners = ['Small', 'Large', 'Express', 'Weekly', 'Custom', 'Basic', 'Premium', 'Seasonal']
const places = ['for shops', 'for restaurants', 'for makers', 'for schools', 'for clubs']

/** Rows `from` to `to` of a catalogue as large as one likes, in as many kinds as the demo's own. */
export async function addBulkServices(tenant: Tenant, from: number, to: number): Promise<void> {
  await tenant.transaction((trx) => addServices(trx, range(from, to).map(bulkService)))
}

function bulkService(index: number): NewService {
  const like = demoServices[index % demoServices.length] as NewService // within bounds by the remainder
  const manner = manners[index % manners.length]
  const place = places[(index * 3) % places.length]
  return {
    ...like,
    name: `${manner} ${like.name.toLowerCase()} ${index + 1}`,
    description: `${like.description} Made ${place}, number ${index + 1}.`,
    is_active: index % 7 !== 0,
    custom_fields: index % 5 === 0 ? like.custom_fields : [],
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
  await tenant.transaction((trx) =>
    addInvoices(
      trx,
      range(from, to).map((index) => bulkInvoice(index, payers, nowMs)),
    ),
  )
}

function bulkInvoice(index: number, payers: readonly DemoPayer[], nowMs: number): NewInvoice {
  const payer = payers[index % payers.length] as DemoPayer // there is one at least
  const created_at = timestamp(nowMs - ((index * 7919) % 1095) * dayMs - (index % 86_400) * 1000)
  const due_date = addDays(created_at.slice(0, 10), 14 + (index % 3) * 8)
  const isPast = Date.parse(due_date) + dayMs < nowMs
  return {
    invoice_number: `B-${String(index + 1).padStart(7, '0')}`,
    customer_id: payer.id,
    customer_name: payer.name,
    customer_email: payer.email,
    billed_to: payer.billed_to,
    status: isPast ? (index % 12 === 0 ? 'overdue' : 'paid') : index % 5 === 0 ? 'draft' : 'sent',
    currency: ['EUR', 'EUR', 'USD', 'JPY'][index % 4] ?? 'EUR',
    due_date,
    created_at,
    lines: [
      {
        description: `Design, part ${index + 1}`,
        quantity: 1 + (index % 40) / 4,
        unit_price: 80 + (index % 60),
      },
      { description: 'Prints', quantity: 50 + (index % 200), unit_price: 2 + (index % 9) },
    ],
  }
}

/** Whom bulk invoices are made out to: the account's first customers, or some made for it where it has none. */
export async function bulkPayers(tenant: Tenant): Promise<DemoPayer[]> {
  const known = await readPayers(tenant, payersAtMost)
  if (known.length > 0) return known
  await tenant.insert(
    'customers',
    range(0, payersIfNone).map((index) =>
      customerColumns({
        name: 'Payer',
        last_name: String(index + 1),
        email: `payer${index + 1}@rows.example`,
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
    .select(['id', 'name', 'last_name', 'email', 'company_name', 'billing', 'created_at', ...addressParts])
    .orderBy('id')
    .limit(atMost)
    .execute()
  return rows.map(({ id, name, last_name, email, created_at, ...business }) => ({
    id,
    name: `${name} ${last_name}`,
    email,
    country: business.country ?? '',
    billed_to: JSON.stringify(billedToOf(business)),
    created_at,
  }))
}

const range = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index)
