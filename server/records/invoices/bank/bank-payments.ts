import { createHash } from 'node:crypto'

import { sql } from 'kysely'

import type { BankPayment, BankPaymentInput, BankPaymentState } from '#contract/invoices/bank-payments.ts'
import { readNumberPattern } from '#contract/invoices/number-pattern.ts'
import { fold, searchTerms } from '#contract/values/folding.ts'
import type { BankPaymentSort } from '#contract/wire/list-sorts.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import { containsLiterally } from '#server/platform/db/literal-search.ts'
import { now } from '#server/platform/lib/clock.ts'
import { HttpError, invalidInput } from '#server/platform/lib/http-error.ts'
import { amountProblem, toDecimal, toMinor } from '#server/platform/lib/money.ts'
import { sortedPage } from '#server/platform/lists/short-lists.ts'
import { readCompany } from '#server/records/company/versions.ts'

import { type Payable, type Suggestion, numbersIn, suggestionFor } from './matching.ts'
import { type BankPaymentRow, bankPaymentRows, lockBankPayment } from './rows.ts'
import { readTwins } from './twins.ts'

interface ListQuery {
  readonly page: number
  readonly limit: number
  readonly state?: BankPaymentState | undefined
  readonly search?: string | undefined
  readonly sort?: BankPaymentSort | undefined
}

const sortColumns = { paid_on: 'paid_on', payer: 'payer_key', amount: 'amount' } as const

/** Returns one page of payments and how many there are. */
export async function listBankPayments(
  tenant: Tenant,
  { page, limit, state, search = '', sort = '-paid_on' }: ListQuery,
): Promise<{ rows: BankPayment[]; total: number }> {
  const words = searchTerms(search)
  let query = bankPaymentRows(tenant)
  if (state !== undefined) query = query.where('state', '=', state)
  // An account has few of them beside its invoices: they are read one by one.
  if (words.length > 0) query = query.where(containsLiterally(sql.ref('bank_payments.search_text'), words))
  const { total } = await query
    .clearSelect()
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return {
    rows: await shown(tenant, await sortedPage(query, { page, limit, sort }, sortColumns).execute()),
    total,
  }
}

/** Reads one. Throws 404. */
export async function readBankPayment(tenant: Tenant, id: number): Promise<BankPayment> {
  const [data] = await shown(tenant, await bankPaymentRows(tenant).where('id', '=', id).execute())
  if (!data) throw new HttpError('NOT_FOUND')
  return data
}

/**
 * Adds those that the account doesn't have. A bank states a payment in the same words every time; payments that are alike in
 * everything are told apart by how many of them a statement has.
 */
export async function importBankPayments(
  trx: Tenant,
  source: string,
  payments: readonly BankPaymentInput[],
): Promise<{ added: number; known: number }> {
  const problems = payments.flatMap(({ amount, currency }, index) => {
    const problem = amountProblem(amount, currency)
    return problem === undefined ? [] : [[`payments.${index}.amount`, [problem]] as const]
  })
  if (problems.length > 0) throw invalidInput('VALIDATION_FAILED', new Map(problems))
  const counts = new Map<string, number>()
  // The same for all: they came together.
  const created_at = now()
  const rows = payments.map(({ bank_reference, ...payment }) => {
    const stated = JSON.stringify([bank_reference, ...Object.values(payment)])
    const count = (counts.get(stated) ?? 0) + 1
    counts.set(stated, count)
    const { amount, currency, payer, payer_account, text } = payment
    return {
      ...payment,
      identity: createHash('sha256').update(`${count} ${stated}`).digest('hex'),
      amount: toMinor(amount, currency),
      payer_key: fold(payer),
      search_text: fold(`${payer} ${payer_account} ${text}`),
      source,
      imported_by: trx.actor,
      created_at,
    }
  })
  const { length: added } = await trx.insertNew('bank_payments', rows)
  return { added, known: payments.length - added }
}

/** Deletes what was imported with it, except for what is recorded of. Returns how many those were. Throws 404. */
export async function deleteImport(trx: Tenant, id: number): Promise<number> {
  const { source, created_at } = await lockBankPayment(trx, id)
  const { numDeletedRows } = await trx
    .delete('bank_payments')
    .where('source', '=', source)
    .where('created_at', '=', created_at)
    .where('recorded_amount', '=', 0)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

/** Reads which invoices the payments probably pay, by their ids. */
export async function readSuggestions(
  tenant: Tenant,
  payments: readonly BankPaymentRow[],
): Promise<ReadonlyMap<number, Suggestion>> {
  if (payments.length === 0) return new Map()
  const pattern = readNumberPattern((await readCompany(tenant)).number_pattern)
  const numbers = new Map(payments.map(({ id, text }) => [id, new Set(numbersIn(text, pattern))]))
  const open = await readPayable(
    tenant,
    [...new Set([...numbers.values()].flatMap((found) => [...found]))],
    payments.map((payment) => toDecimal(leftOf(payment), payment.currency)),
  )
  return new Map(
    payments.flatMap((payment) => {
      const arrived = { ...payment, left: leftOf(payment) }
      const suggestion = suggestionFor(arrived, open, numbers.get(payment.id) ?? new Set())
      return suggestion ? [[payment.id, suggestion] as const] : []
    }),
  )
}

/** What is left of it, in minor units. */
export const leftOf = ({ amount, recorded_amount }: BankPaymentRow): number => amount - recorded_amount

/** More invoices of one amount, or of the numbers in texts, aren't looked at. */
const mostPayable = 1_000

/** Reads open invoices with one of the numbers, or of which exactly one of the amounts is due. */
async function readPayable(
  tenant: Tenant,
  numbers: readonly string[],
  amounts: readonly number[],
): Promise<Payable[]> {
  const open = tenant
    .select('invoices')
    .select([
      'id',
      'invoice_number',
      'invoice_number_key',
      'customer_name',
      'billed_to',
      'currency',
      'due_date',
    ])
    .select(['total_amount', 'settled_amount'])
    .where('status', 'in', ['sent', 'overdue'])
    .limit(mostPayable)
  const named =
    numbers.length === 0
      ? []
      : await open.where('invoice_number_key', 'in', numbers.slice(0, 5_000)).execute()
  // The index is of totals. What was paid in part is found by its number.
  const equal = await open.where('total_key', 'in', amounts).where('settled_amount', '=', 0).execute()
  const rows = new Map([...named, ...equal].map((row) => [row.id, row]))
  return [...rows.values()].map(
    ({ invoice_number_key, billed_to, total_amount, settled_amount, ...row }) => ({
      ...row,
      number: invoice_number_key,
      due: total_amount - settled_amount,
      names: [row.customer_name, companyIn(billed_to)],
    }),
  )
}

const companyIn = (billedTo: string | null) =>
  billedTo === null ? '' : ((JSON.parse(billedTo) as { readonly company?: string }).company ?? '')

async function shown(tenant: Tenant, rows: readonly BankPaymentRow[]): Promise<BankPayment[]> {
  const payments = await readRecorded(
    tenant,
    rows.filter(({ recorded_amount }) => recorded_amount > 0).map(({ id }) => id),
  )
  const open = rows.filter(({ state }) => state === 'open')
  const suggestions = await readSuggestions(tenant, open)
  const twins = await readTwins(tenant, open)
  return rows.map(({ amount, recorded_amount, ...row }) => {
    const decimal = (minor: number) => toDecimal(minor, row.currency)
    const suggestion = suggestions.get(row.id)
    return {
      ...row,
      amount: decimal(amount),
      amount_left: decimal(amount - recorded_amount),
      payments: payments
        .filter(({ bank_payment_id }) => bank_payment_id === row.id)
        .map(({ bank_payment_id: _own, ...payment }) => ({ ...payment, amount: decimal(payment.amount) })),
      twin: twins.get(row.id) ?? null,
      suggestion: suggestion
        ? {
            reason: suggestion.reason,
            invoices: suggestion.parts.map((part) => ({
              invoice_id: part.invoice.id,
              invoice_number: part.invoice.invoice_number,
              customer_name: part.invoice.customer_name,
              amount: decimal(part.amount),
              amount_due: decimal(part.invoice.due),
            })),
          }
        : null,
    }
  })
}

const readRecorded = async (tenant: Tenant, ids: number[]) =>
  ids.length === 0
    ? []
    : tenant
        .select('invoice_payments')
        .innerJoin('invoices', 'invoices.id', 'invoice_payments.invoice_id')
        .select([
          'bank_payment_id',
          'invoice_id',
          'invoice_number',
          'customer_name',
          'invoice_payments.amount',
        ])
        .where('bank_payment_id', 'in', ids)
        .orderBy('invoice_payments.id')
        .execute()
