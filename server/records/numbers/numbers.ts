import type { DocumentKind } from '#contract/documents/documents.ts'
import {
  type NumberPattern,
  isYearly,
  readNumberPattern,
  writeNumber,
} from '#contract/invoices/number-pattern.ts'
import { fold } from '#contract/values/folding.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'

/** What an invoice or a document is called until it is sent and gets its number. */
export const draftNumber = (id: number): string => `DRAFT-${id}`

/** Numbers by account that follow each other without gaps, counted in each year. */
interface Series {
  readonly lock: string
  readonly table: 'invoice_numbers' | 'credit_note_numbers' | 'proposal_numbers' | 'contract_numbers'
  readonly pattern: NumberPattern
  /** The highest number that came from elsewhere, before the first one is given here. */
  readonly highest: (tenant: Tenant, year: number) => Promise<number>
  readonly isUsed: (tenant: Tenant, number: string) => Promise<boolean>
}

const invoiceSeries = (pattern: NumberPattern): Series => ({
  lock: 'invoice-numbers',
  table: 'invoice_numbers',
  pattern,
  highest: (tenant, year) => highestInvoice(tenant, pattern, year),
  isUsed: isInvoice,
})

/** All of them are given here. */
const ownNumbers = { highest: () => Promise.resolve(0), isUsed: () => Promise.resolve(false) }
const creditNoteSeries: Series = {
  lock: 'credit-note-numbers',
  table: 'credit_note_numbers',
  pattern: readNumberPattern('CN-{year}-{number:4}'),
  ...ownNumbers,
}
const documentSeries: Record<DocumentKind, Series> = {
  proposal: {
    lock: 'proposal-numbers',
    table: 'proposal_numbers',
    pattern: readNumberPattern('PRO-{year}-{number:4}'),
    ...ownNumbers,
  },
  contract: {
    lock: 'contract-numbers',
    table: 'contract_numbers',
    pattern: readNumberPattern('CON-{year}-{number:4}'),
    ...ownNumbers,
  },
}

/**
 * Returns the next invoice number of that fiscal year, without gaps: call it in the transaction that uses it. Other sends of
 * the account wait until that transaction ends. Numbers that the account has already are skipped.
 */
export const takeInvoiceNumber = (tenant: Tenant, pattern: NumberPattern, year: number): Promise<string> =>
  takeNumber(tenant, invoiceSeries(pattern), year)

/** Returns the next number of a credit note of that fiscal year, in the same way. */
export const takeCreditNoteNumber = (tenant: Tenant, year: number): Promise<string> =>
  takeNumber(tenant, creditNoteSeries, year)

/** Returns the next number of a proposal or contract of that fiscal year, in the same way. */
export const takeDocumentNumber = (tenant: Tenant, kind: DocumentKind, year: number): Promise<string> =>
  takeNumber(tenant, documentSeries[kind], year)

/** Returns the count that the next invoice of that fiscal year gets, unless the account has that number already. */
export const nextInvoiceCount = async (
  tenant: Tenant,
  pattern: NumberPattern,
  year: number,
): Promise<number> => (await lastCount(tenant, invoiceSeries(pattern), year)).last + 1

async function takeNumber(tenant: Tenant, series: Series, year: number): Promise<string> {
  const { lock, table, pattern, isUsed } = series
  await tenant.lock(lock)
  const { id, last } = await lastCount(tenant, series, year)
  const textOf = (number: number) => writeNumber(pattern, year, number)
  let number = last + 1
  while (await isUsed(tenant, textOf(number))) number += 1
  if (id === undefined) await tenant.insertOne(table, { year, last_number: number })
  else await tenant.update(table).set({ last_number: number }).where('id', '=', id).execute()
  return textOf(number)
}

/**
 * The last count of that year, and the id of its row. Years count on their own, however their numbers are written; a pattern
 * without a year continues the count of the year before.
 */
async function lastCount(
  tenant: Tenant,
  { table, pattern, highest }: Series,
  year: number,
): Promise<{ readonly id?: number; readonly last: number }> {
  const counters = await tenant
    .select(table)
    .select(['id', 'year', 'last_number'])
    .orderBy('year', 'desc')
    .execute()
  const counter = counters.find((one) => one.year === year)
  if (counter) return { id: counter.id, last: counter.last_number }
  const [before] = isYearly(pattern) ? [] : counters
  return { last: before?.last_number ?? (await highest(tenant, year)) }
}

async function isInvoice(tenant: Tenant, invoice_number: string): Promise<boolean> {
  const row = await tenant
    .select('invoices')
    .select('id')
    .where('invoice_number_key', '=', fold(invoice_number))
    .executeTakeFirst()
  return row !== undefined
}

async function highestInvoice(tenant: Tenant, pattern: NumberPattern, year: number): Promise<number> {
  const at = pattern.findIndex(({ kind }) => kind === 'number')
  const prefix = fold(writeNumber(pattern.slice(0, at), year, 0))
  const suffix = fold(writeNumber(pattern.slice(at + 1), year, 0))
  const rows = await tenant
    .select('invoices')
    .select('invoice_number_key')
    .where('invoice_number_key', '>=', `${prefix}0`)
    // The character after 9.
    .where('invoice_number_key', '<', `${prefix}:`)
    .execute()
  return rows
    .filter(({ invoice_number_key: key }) => key.endsWith(suffix))
    .map(({ invoice_number_key: key }) => key.slice(prefix.length, key.length - suffix.length))
    .filter((digits) => /^\d{1,8}$/.test(digits))
    .reduce((highest, digits) => Math.max(highest, Number(digits)), 0)
}
