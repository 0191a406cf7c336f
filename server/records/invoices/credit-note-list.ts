import { sql } from 'kysely'

import type { CreditNoteRow } from '#contract/invoices/credit-notes.ts'
import { searchTerms } from '#contract/values/folding.ts'
import type { CreditNoteSort } from '#contract/wire/list-sorts.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import { containsLiterally } from '#server/platform/db/literal-search.ts'
import { containsWords } from '#server/platform/db/word-search.ts'
import { toDecimal } from '#server/platform/lib/money.ts'
import { sortedPage } from '#server/platform/lists/short-lists.ts'

interface ListQuery {
  readonly page: number
  readonly limit: number
  readonly search?: string | undefined
  readonly customer_id?: number | undefined
  readonly sort?: CreditNoteSort | undefined
}

const sortColumns = {
  id: 'credit_notes.id',
  customer_name: 'invoices.customer_name_key',
  issued_on: 'credit_notes.issued_on',
  total_amount: 'credit_notes.total_amount',
} as const

/** Returns one page of credit notes and how many there are. */
export async function listCreditNotes(
  tenant: Tenant,
  { page, limit, search = '', customer_id, sort = '-id' }: ListQuery,
): Promise<{ rows: CreditNoteRow[]; total: number }> {
  const words = searchTerms(search)
  let query = tenant.select('credit_notes').innerJoin('invoices', 'invoices.id', 'credit_notes.invoice_id')
  if (customer_id !== undefined) query = query.where('invoices.customer_id', '=', customer_id)
  if (words.length > 0)
    // An account has few of them beside its invoices: they are read one by one.
    query = query.where((eb) =>
      eb.or([
        containsLiterally(sql.ref('credit_notes.credit_number'), words),
        containsWords(tenant.dialect, 'invoices', words),
      ]),
    )
  const { total } = await query.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const listed = query
    .select(['credit_notes.id', 'credit_number', 'reason', 'credit_notes.total_amount', 'currency'])
    .select([
      'credit_notes.created_at',
      'credit_notes.issued_on',
      'invoice_id',
      'invoice_number',
      'customer_id',
      'customer_name',
    ])
  const rows = await sortedPage(listed, { page, limit, sort }, sortColumns, 'credit_notes.id').execute()
  return {
    rows: rows.map((row) => ({ ...row, total_amount: toDecimal(row.total_amount, row.currency) })),
    total,
  }
}
