import { fold } from '#contract/folding.ts'
import type { Tenant } from '#server/access/tenant.ts'

/** Numbers by account and year that follow each other without gaps. */
interface Series {
  readonly lock: string
  readonly table: 'invoice_numbers' | 'credit_note_numbers'
  /** `INV-{year}-` */
  readonly prefixOf: (year: number) => string
  /** The highest number that came from elsewhere, before the first one is given here. */
  readonly highest: (tenant: Tenant, prefix: string) => Promise<number>
  readonly isUsed: (tenant: Tenant, number: string) => Promise<boolean>
}

/** `INV-{year}-{number:4}`. */
const invoiceSeries: Series = {
  lock: 'invoice-numbers',
  table: 'invoice_numbers',
  prefixOf: (year) => `INV-${year}-`,
  highest: highestInvoice,
  isUsed: isInvoice,
}

/** `CN-{year}-{number:4}`; all of them are given here. */
const creditNoteSeries: Series = {
  lock: 'credit-note-numbers',
  table: 'credit_note_numbers',
  prefixOf: (year) => `CN-${year}-`,
  highest: () => Promise.resolve(0),
  isUsed: () => Promise.resolve(false),
}

/**
 * Returns the next invoice number of that year, without gaps: call it in the transaction that uses it. Other sends of the
 * account wait until that transaction ends. Numbers that the account has already are skipped. CHOICE 0105.
 */
export const takeInvoiceNumber = (tenant: Tenant, year: number): Promise<string> =>
  takeNumber(tenant, invoiceSeries, year)

/** Returns the next number of a credit note of that year, in the same way. CHOICE 0112. */
export const takeCreditNoteNumber = (tenant: Tenant, year: number): Promise<string> =>
  takeNumber(tenant, creditNoteSeries, year)

async function takeNumber(
  tenant: Tenant,
  { lock, table, prefixOf, highest, isUsed }: Series,
  year: number,
): Promise<string> {
  await tenant.lock(lock)
  const counter = await tenant
    .select(table)
    .select(['id', 'last_number'])
    .where('year', '=', year)
    .executeTakeFirst()
  const prefix = prefixOf(year)
  const textOf = (number: number) => `${prefix}${String(number).padStart(4, '0')}`
  let number = (counter?.last_number ?? (await highest(tenant, prefix))) + 1
  while (await isUsed(tenant, textOf(number))) number += 1
  if (counter) await tenant.update(table).set({ last_number: number }).where('id', '=', counter.id).execute()
  else await tenant.insertOne(table, { year, last_number: number })
  return textOf(number)
}

async function isInvoice(tenant: Tenant, invoice_number: string): Promise<boolean> {
  const row = await tenant
    .select('invoices')
    .select('id')
    .where('invoice_number_key', '=', fold(invoice_number))
    .executeTakeFirst()
  return row !== undefined
}

async function highestInvoice(tenant: Tenant, given: string): Promise<number> {
  const prefix = fold(given)
  const rows = await tenant
    .select('invoices')
    .select('invoice_number_key')
    .where('invoice_number_key', '>=', prefix)
    // The character after a hyphen.
    .where('invoice_number_key', '<', prefix.replace(/-$/, '.'))
    .execute()
  return rows
    .map(({ invoice_number_key: key }) => key.slice(prefix.length))
    .filter((digits) => /^\d{1,8}$/.test(digits))
    .reduce((highest, digits) => Math.max(highest, Number(digits)), 0)
}
