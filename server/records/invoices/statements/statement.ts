import {
  type AccountStatement,
  type StatementScope,
  longestStatement,
} from '#contract/customers/account-statements.ts'
import { addressParts } from '#contract/customers/address.ts'
import type { BilledTo } from '#contract/invoices/document-sender.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import { HttpError, invalidField } from '#server/platform/lib/http-error.ts'
import { toDecimal } from '#server/platform/lib/money.ts'
import { dateAt } from '#server/platform/lib/time-zone.ts'
import { type CompanyVersion, readCompany } from '#server/records/company/versions.ts'
import { fullName } from '#server/records/customers/columns.ts'
import { billedToOf } from '#server/records/invoices/billed-to.ts'
import { currentLook } from '#server/records/invoices/templates/rows.ts'

/** The statement, and between whom it is. */
export interface Statement {
  readonly shown: AccountStatement
  readonly sender: CompanyVersion
  readonly billedTo: BilledTo
}

/** An entry in minor units, before its balance is known. */
type Booked = Omit<AccountStatement['entries'][number], 'balance'>

/** Returns what the customer was billed and paid. Throws 404 and 422. */
export async function readStatement(
  tenant: Tenant,
  id: number,
  { currency: chosen, from, to: end }: StatementScope,
): Promise<Statement> {
  const customer = await tenant
    .select('customers')
    .select(['name', 'last_name', 'email', 'company_name', 'billing', ...addressParts])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!customer) throw new HttpError('NOT_FOUND')
  const sender = await readCompany(tenant)
  const billedTo = billedToOf(customer)
  const to = end ?? dateAt(Date.now(), sender.time_zone)
  if (from !== undefined && from > to) throw invalidField('to', 'Choose the first day or a later one')
  const currencies = await readCurrencies(tenant, id)
  const currency = chosen ?? currencies[0] ?? sender.currency
  const booked = (await readBooked(tenant, { id, currency, timeZone: sender.time_zone })).filter(
    ({ day }) => day <= to,
  )
  const before = booked.filter(({ day }) => from !== undefined && day < from)
  const within = booked.slice(before.length)
  if (within.length > longestStatement)
    throw invalidField('from', `Choose a shorter period: this one has ${within.length} entries`)
  let balance = before.reduce((sum, { amount }) => sum + amount, 0)
  const decimal = (minor: number) => toDecimal(minor, currency)
  const opening_balance = decimal(balance)
  const entries = within.map((entry) => {
    balance += entry.amount
    return { ...entry, amount: decimal(entry.amount), balance: decimal(balance) }
  })
  const shown = {
    customer_name: fullName(customer),
    customer_email: billedTo.email || customer.email,
    currency,
    currencies,
    from: from ?? null,
    to,
    opening_balance,
    closing_balance: decimal(balance),
    entries,
    look: await currentLook(tenant, id, sender),
  }
  return { shown, sender, billedTo }
}

/** The invoices of a customer that count: what was sent and not withdrawn. */
const invoicesOf = (tenant: Tenant, customer: number) =>
  tenant.select('invoices').where('customer_id', '=', customer).where('status', 'not in', ['draft', 'void'])

/** Returns the currencies that the customer was billed in, that of the latest invoice first. */
async function readCurrencies(tenant: Tenant, customer: number): Promise<string[]> {
  const rows = await invoicesOf(tenant, customer)
    .select('currency')
    .select((eb) => eb.fn.max('id').as('latest'))
    .groupBy('currency')
    .orderBy('latest', 'desc')
    .execute()
  return rows.map(({ currency }) => currency)
}

/** Returns everything that was booked in that currency, the oldest first; of one day, invoices before what settles them. */
async function readBooked(
  tenant: Tenant,
  { id, currency, timeZone }: { readonly id: number; readonly currency: string; readonly timeZone: string },
): Promise<Booked[]> {
  const invoices = await invoicesOf(tenant, id)
    .select(['id', 'invoice_number', 'total_amount', 'created_at'])
    .where('currency', '=', currency)
    .execute()
  const ofCustomer = invoicesOf(tenant, id).select('id').where('currency', '=', currency)
  const payments = await tenant
    .select('invoice_payments')
    .select(['invoice_id', 'amount', 'paid_on'])
    .where('invoice_id', 'in', ofCustomer)
    .execute()
  const notes = await tenant
    .select('credit_notes')
    .select(['invoice_id', 'credit_number', 'total_amount', 'issued_on'])
    .where('invoice_id', 'in', ofCustomer)
    .execute()
  const numbers = new Map(invoices.map(({ id: invoice, invoice_number }) => [invoice, invoice_number]))
  const booked: Booked[] = [
    ...invoices.map((row) => ({
      day: dateAt(Date.parse(row.created_at), timeZone),
      kind: 'invoice' as const,
      number: row.invoice_number,
      invoice_id: row.id,
      amount: row.total_amount,
    })),
    ...notes.map((row) => ({
      day: row.issued_on,
      kind: 'credit_note' as const,
      number: row.credit_number,
      invoice_id: row.invoice_id,
      amount: -row.total_amount,
    })),
    ...payments.map((row) => ({
      day: row.paid_on,
      kind: row.amount < 0 ? ('refund' as const) : ('payment' as const),
      number: numbers.get(row.invoice_id) ?? '',
      invoice_id: row.invoice_id,
      amount: -row.amount,
    })),
  ]
  return booked.toSorted(
    (one, other) =>
      (one.day < other.day ? -1 : one.day > other.day ? 1 : 0) || one.invoice_id - other.invoice_id,
  )
}
