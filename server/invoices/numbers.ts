import { fold } from '#contract/folding.ts'
import type { Tenant } from '#server/access/tenant.ts'

/** `INV-{year}-{number:4}`. */
const prefixOf = (year: number) => `INV-${year}-`
const numberText = (year: number, number: number) => `${prefixOf(year)}${String(number).padStart(4, '0')}`

/**
 * Returns the next invoice number of that year, without gaps: call it in the transaction that uses it. Other sends of the
 * account wait until that transaction ends. Numbers that the account has already are skipped. CHOICE 0105.
 */
export async function takeInvoiceNumber(tenant: Tenant, year: number): Promise<string> {
  await tenant.lock('invoice-numbers')
  const counter = await tenant
    .select('invoice_numbers')
    .select(['id', 'last_number'])
    .where('year', '=', year)
    .executeTakeFirst()
  let number = (counter?.last_number ?? (await highestNumber(tenant, year))) + 1
  while (await isUsed(tenant, numberText(year, number))) number += 1
  if (counter) {
    await tenant.update('invoice_numbers').set({ last_number: number }).where('id', '=', counter.id).execute()
  } else await tenant.insertOne('invoice_numbers', { year, last_number: number })
  return numberText(year, number)
}

async function isUsed(tenant: Tenant, invoice_number: string): Promise<boolean> {
  const row = await tenant
    .select('invoices')
    .select('id')
    .where('invoice_number_key', '=', fold(invoice_number))
    .executeTakeFirst()
  return row !== undefined
}

/** The highest number that invoices of the year came with, before the first one is given here. */
async function highestNumber(tenant: Tenant, year: number): Promise<number> {
  const prefix = fold(prefixOf(year))
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
