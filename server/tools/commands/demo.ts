import { parseArgs } from 'node:util'

import { readConfig } from '#server/config.ts'
import { Tenant } from '#server/platform/access/tenant.ts'
import { now } from '#server/platform/lib/clock.ts'
import { openStore } from '#server/platform/startup/open-store.ts'
import { contactColumns } from '#server/records/contacts/columns.ts'
import { customerColumns } from '#server/records/customers/columns.ts'
import { addBulkInvoices, addBulkServices, bulkPayers } from '#server/tools/demo/bulk.ts'
import { people } from '#server/tools/demo/people.ts'

import { type Command, UsageError, wholeNumber } from '../command.ts'
import { findOrCreateAccount } from './account.ts'

const rowsAtOnce = 500

/** `npm run --silent demo`: bulk rows for an account, in short transactions so that a running service stays quick. */
export const demo: Command = async (args, env) => {
  const { values } = parseArgs({
    args,
    options: {
      account: { type: 'string' },
      customers: { type: 'string', default: '0' },
      contacts: { type: 'string', default: '0' },
      services: { type: 'string', default: '0' },
      invoices: { type: 'string', default: '0' },
    },
  })
  if (!values.account?.trim()) throw new UsageError('--account NAME is required')
  const customers = wholeNumber('--customers', values.customers, 0)
  const contacts = wholeNumber('--contacts', values.contacts, 0)
  const services = wholeNumber('--services', values.services, 0)
  const invoices = wholeNumber('--invoices', values.invoices, 0)

  const store = await openStore(readConfig(env), { isBatch: true })
  try {
    const id = await findOrCreateAccount(store, values.account)
    const tenant = new Tenant(store.db, store.dialect, id, 'Demo data')
    await inBatches(customers, (from, to) => addCustomers(tenant, from, to))
    await inBatches(contacts, (from, to) => addContacts(tenant, from, to))
    await inBatches(services, (from, to) => addBulkServices(tenant, from, to))
    if (invoices > 0) {
      const payers = await bulkPayers(tenant)
      const nowMs = Date.now()
      await inBatches(invoices, (from, to) => addBulkInvoices(tenant, payers, nowMs, from, to))
    }
    await store.dialect.learnSizes(store.db)
    const added = Object.entries({ customers, contacts, services, invoices })
      .filter(([, count]) => count > 0)
      .map(([name, count]) => `${count} ${name}`)
    const list = new Intl.ListFormat('en-GB').format(added) || 'nothing'
    process.stdout.write(`${values.account.trim()}: ${list} added\n`)
  } finally {
    await store.close()
  }
}

async function inBatches(count: number, add: (from: number, to: number) => Promise<void>) {
  for (let from = 0; from < count; from += rowsAtOnce) await add(from, Math.min(count, from + rowsAtOnce))
}

// A function, because a constant of this module does not exist yet while the command above runs.
function range(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, index) => from + index)
}

function bulkPerson(index: number) {
  const [name] = people[index % people.length] as (typeof people)[number] // within bounds by the remainder
  const [, last_name, company, city, country] = people[
    (index * 7 + 3) % people.length
  ] as (typeof people)[number]
  return {
    name,
    last_name: `${last_name} ${index + 1}`,
    email: `bulk${index + 1}@rows.example`,
    phone: `+1 555 ${String(index + 1).padStart(7, '0')}`,
    business: { company_name: `${company} ${(index % 500) + 1}`, city, country },
  }
}

async function addCustomers(tenant: Tenant, from: number, to: number) {
  const rows = range(from, to).map((index) =>
    customerColumns({ ...bulkPerson(index), permissions: [((index % 4) + 1) * 4] }),
  )
  await tenant.transaction(async (trx) => {
    const ids = await trx.insert('customers', rows)
    await trx.insert(
      'contacts',
      rows.map((row, index) => contactOf(row, ids[index] ?? null)),
    )
  })
}

async function addContacts(tenant: Tenant, from: number, to: number) {
  const people = range(from, to).map((index) => customerColumns({ ...bulkPerson(index), permissions: [] }))
  await tenant.insert(
    'contacts',
    people.map((row) => contactOf(row, null)),
  )
}

function contactOf(row: ReturnType<typeof customerColumns>, customer_id: number | null) {
  const { name, last_name, email, phone, company_name } = row
  const columns = contactColumns({ customer_id, name, last_name, email, phone, company_name })
  return { ...columns, created_at: now(), updated_at: now() }
}
