import { type Kysely, type RawBuilder, sql } from 'kysely'

import type { Database } from '#server/platform/db/database.ts'
import type { DbDialect } from '#server/platform/db/dialects.ts'

import { icuDigits } from './icu-digits.ts'

/**
 * The decimals of ISO 4217, of the currencies that Node’s ICU 77 or 78 gave others. Amounts were stored in the units of ICU, and
 * are stored in these from here on, so that they keep their value.
 */
const isoDigits: Readonly<Record<string, number>> = Object.fromEntries(
  'AFN ALL COP HUF IDR IQD IRR KPW LAK LBP MGA MMK PKR RSD SOS SYP YER'
    .split(' ')
    .map((code) => [code, code === 'IQD' ? 3 : 2]),
)

type Db = Kysely<Database>

/** Amounts are stored in the minor units of ISO 4217. */
export async function up(db: Db, { kind }: DbDialect): Promise<void> {
  await sql`create table currency_digits (currency text primary key, digits integer not null)`.execute(db)
  await sql`alter table document_versions add column currency_digits integer`.execute(db)
  const stated = await statedDigits(db)
  for (const currency of await currenciesInUse(db)) {
    const digits = isoDigits[currency]
    if (digits === undefined) continue
    const one = { currency, digits, stated: stated[currency] }
    const usual = 10 ** (digits - (one.stated ?? (await provenDigits(db, one)) ?? icuDigits(currency)))
    await rescaleInvoices(db, one, usual)
    await rescaleServices(db, one, usual)
    await rescaleRecurring(db, one, usual)
    await rescaleDocuments(db, one, usual)
  }
  // Sums are noted when a transaction commits; a later step of this one may count them.
  if (kind === 'postgres')
    for (const when of ['immediate', 'deferred']) await sql.raw(`set constraints all ${when}`).execute(db)
}

/** A currency that is stored anew. */
interface Rescaled {
  readonly currency: string
  /** Those of ISO 4217. */
  readonly digits: number
  /** Those that the operator says it was stored with. */
  readonly stated: number | undefined
}

/** What an operator may have written before the upgrade: the decimals by currency, as JSON. */
async function statedDigits(db: Db): Promise<Readonly<Record<string, number>>> {
  const { rows } = await sql<{
    value: string
  }>`select value from settings where name = 'stored_digits'`.execute(db)
  return JSON.parse(rows[0]?.value ?? '{}') as Record<string, number>
}

async function currenciesInUse(db: Db): Promise<string[]> {
  const tables = ['invoices', 'services', 'plans', 'invoice_schedules', 'documents']
  const all = sql.join(
    tables.map((table) => sql`select distinct currency from ${sql.table(table)}`),
    sql` union `,
  )
  // What an earlier version said of a document may be in another currency than the document now is.
  const { rows } = await sql<{ currency: string }>`${all}`.execute(db)
  const sent = await Promise.all(
    Object.keys(isoDigits).map(async (currency) => {
      const found = await sql`select 1 from document_versions where ${isSaidIn(currency)} limit 1`.execute(db)
      return found.rows.length > 0 ? [currency] : []
    }),
  )
  return [...new Set([...rows.map(({ currency }) => currency), ...sent.flat()])].toSorted()
}

/** A version says its currency as a key of its JSON; in texts within it, quotes are escaped. */
const isSaidIn = (currency: string) => sql<boolean>`content like ${`%"currency":"${currency}"%`}`

/**
 * What to multiply an amount by, in a row that also has it as a decimal, and so tells the units it was stored in. `usual` is for
 * amounts of 0 and whatever else doesn’t tell.
 */
function factorOf(
  { digits, stated }: Rescaled,
  usual: number,
  decimal: RawBuilder<unknown>,
  amount: RawBuilder<unknown>,
) {
  if (stated !== undefined) return sql`${sql.lit(usual)}`
  const told = sql`round(${sql.lit(10 ** digits)} * ${decimal} / ${amount})`
  const possible = Array.from({ length: digits + 1 }, (_, count) => sql.lit(10 ** count))
  return sql`(case when ${amount} <> 0 and ${told} in (${sql.join(possible)}) then cast(${told} as bigint) else ${sql.lit(usual)} end)`
}

/** The decimals that all rows of a currency tell, if they agree. */
async function provenDigits(db: Db, one: Rescaled): Promise<number | undefined> {
  const unknown = 0
  const told = (table: string, decimal: string, amount: string) =>
    sql`select distinct ${factorOf(one, unknown, sql.ref(decimal), sql.ref(amount))} as factor from ${sql.table(table)} where currency = ${one.currency}`
  const { rows } = await sql<{ factor: number | string }>`${told('invoices', 'total_key', 'total_amount')}
    union ${told('services', 'price_key', 'price')}`.execute(db)
  const factors = rows.map(({ factor }) => Number(factor)).filter((factor) => factor !== unknown)
  const [factor, ...others] = factors
  return factor === undefined || others.length > 0 ? undefined : one.digits - Math.round(Math.log10(factor))
}

async function rescaleInvoices(db: Db, one: Rescaled, usual: number): Promise<void> {
  const invoices = sql`select id from invoices where currency = ${one.currency}`
  const factor = factorOf(one, usual, sql.ref('i.total_key'), sql.ref('i.total_amount'))
  const ofInvoice = (id: string) => sql`(select ${factor} from invoices as i where i.id = ${sql.ref(id)})`
  const lines = ofInvoice('invoice_line_items.invoice_id')
  await sql`update invoice_line_items set unit_price = unit_price * ${lines}, total = total * ${lines}
    where invoice_id in (${invoices})`.execute(db)
  await sql`update invoice_payments set amount = amount * ${ofInvoice('invoice_payments.invoice_id')}
    where invoice_id in (${invoices})`.execute(db)
  const credited = sql`(select ${factor} from credit_notes as n inner join invoices as i on i.id = n.invoice_id
    where n.id = credit_note_lines.credit_note_id)`
  await sql`update credit_note_lines set unit_price = unit_price * ${credited}, total = total * ${credited}
    where credit_note_id in (select id from credit_notes where invoice_id in (${invoices}))`.execute(db)
  await sql`update credit_notes set total_amount = total_amount * ${ofInvoice('credit_notes.invoice_id')}
    where invoice_id in (${invoices})`.execute(db)
  const own = factorOf(one, usual, sql.ref('total_key'), sql.ref('total_amount'))
  await sql`update invoices set total_amount = total_amount * ${own}, settled_amount = settled_amount * ${own},
      credited_amount = credited_amount * ${own}, total_key = cast(total_amount * ${own} as double precision) / ${sql.lit(10 ** one.digits)}
    where currency = ${one.currency}`.execute(db)
}

async function rescaleServices(db: Db, one: Rescaled, usual: number): Promise<void> {
  const factor = factorOf(one, usual, sql.ref('price_key'), sql.ref('price'))
  await sql`update services set price = price * ${factor},
      price_key = cast(price * ${factor} as double precision) / ${sql.lit(10 ** one.digits)}
    where currency = ${one.currency}`.execute(db)
}

interface Line {
  readonly quantity: number
  readonly unit_price: number
  readonly discount: number
  readonly tax_rate: number
}

/** Lines of plans and schedules are decimals: about what they come to tells the units of the amounts beside them. */
function factorByLines(
  { digits, stated }: Rescaled,
  usual: number,
  lines: string,
  amount: number,
  hasTax: boolean,
): number {
  if (stated !== undefined) return usual
  const sum = (JSON.parse(lines) as Line[]).reduce(
    (total, line) =>
      total +
      line.quantity * line.unit_price * (1 - line.discount / 100) * (hasTax ? 1 + line.tax_rate / 100 : 1),
    0,
  )
  const count = Math.round(Math.log10((10 ** digits * sum) / Number(amount)))
  return Number.isFinite(count) && count >= 0 && count <= digits ? 10 ** count : usual
}

/** Plans, schedules and subscriptions: few, and their lines are JSON. */
async function rescaleRecurring(db: Db, one: Rescaled, usual: number): Promise<void> {
  const { currency } = one
  const plans = await sql<{ id: number; lines: string; net_amount: number }>`
    select id, lines, net_amount from plans where currency = ${currency}`.execute(db)
  for (const { id, lines, net_amount } of plans.rows) {
    const factor = sql.lit(factorByLines(one, usual, lines, net_amount, false))
    await sql`update plans set net_amount = net_amount * ${factor}, total_amount = total_amount * ${factor}
      where id = ${id}`.execute(db)
  }
  const subscriptions = await sql<{ id: number; lines: string; net_amount: number; adjustments: string }>`
    select s.id, b.lines, s.net_amount, s.adjustments from subscriptions as s
    inner join invoice_schedules as b on b.id = s.schedule_id where b.currency = ${currency}`.execute(db)
  for (const { id, lines, net_amount, adjustments } of subscriptions.rows) {
    const factor = factorByLines(one, usual, lines, net_amount, false)
    const changed = (JSON.parse(adjustments) as { unitPrice: number }[]).map((line) => ({
      ...line,
      unitPrice: line.unitPrice * factor,
    }))
    await sql`update subscriptions set price = price * ${sql.lit(factor)}, net_amount = net_amount * ${sql.lit(factor)},
      adjustments = ${JSON.stringify(changed)} where id = ${id}`.execute(db)
  }
  const schedules = await sql<{ id: number; lines: string; total_amount: number }>`
    select id, lines, total_amount from invoice_schedules where currency = ${currency}`.execute(db)
  for (const { id, lines, total_amount } of schedules.rows) {
    const factor = sql.lit(factorByLines(one, usual, lines, total_amount, true))
    await sql`update invoice_schedules set total_amount = total_amount * ${factor} where id = ${id}`.execute(
      db,
    )
  }
}

/** A version keeps the text that was hashed, and says how its amounts are counted. */
async function rescaleDocuments(db: Db, { currency, digits }: Rescaled, usual: number): Promise<void> {
  if (usual === 1) return
  const documents = await sql<{ id: number; lines: string }>`
    select id, lines from documents where currency = ${currency}`.execute(db)
  for (const { id, lines } of documents.rows) {
    const changed = (JSON.parse(lines) as { unit_price: number; total: number }[]).map((line) => ({
      ...line,
      unit_price: line.unit_price * usual,
      total: line.total * usual,
    }))
    await sql`update documents set total_amount = total_amount * ${sql.lit(usual)}, lines = ${JSON.stringify(changed)}
      where id = ${id}`.execute(db)
  }
  await sql`update document_versions set currency_digits = ${digits - Math.round(Math.log10(usual))}
    where ${isSaidIn(currency)}`.execute(db)
}
