import type { Selectable } from 'kysely'

import type { Tenant } from '#server/platform/access/tenant.ts'
import type { BankPaymentTable } from '#server/platform/db/tables/bank-payments.ts'
import { HttpError } from '#server/platform/lib/http-error.ts'

const columns = [
  'id',
  'version',
  'state',
  'paid_on',
  'amount',
  'recorded_amount',
  'currency',
  'payer',
  'payer_account',
  'text',
  'source',
  'imported_by',
  'created_at',
] as const

/** A payment that arrived, as it is stored. */
export type BankPaymentRow = Pick<Selectable<BankPaymentTable>, (typeof columns)[number]>

export const bankPaymentRows = (tenant: Tenant) => tenant.select('bank_payments').select(columns)

/** Locks it until the end of the transaction. Lock it before its invoices. Throws 404. */
export async function lockBankPayment(trx: Tenant, id: number): Promise<BankPaymentRow> {
  const row = await trx.dialect.forNoKeyUpdate(bankPaymentRows(trx).where('id', '=', id)).executeTakeFirst()
  if (!row) throw new HttpError('NOT_FOUND')
  return row
}

/** Changes it. All of it is recorded once the payments of invoices add up to its amount. */
export async function changeBankPayment(
  trx: Tenant,
  { id, version, amount, recorded_amount }: BankPaymentRow,
  { recorded, isSetAside = false }: { readonly recorded?: number; readonly isSetAside?: boolean },
): Promise<void> {
  const sum = recorded_amount + (recorded ?? 0)
  const state = isSetAside ? 'set_aside' : sum === amount ? 'recorded' : 'open'
  await trx
    .update('bank_payments')
    .set({ state, recorded_amount: sum, version: version + 1 })
    .where('id', '=', id)
    .execute()
}
