import type { BankPaymentInput } from '#contract/invoices/bank-payments.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import { toDecimal } from '#server/platform/lib/money.ts'
import { addDays } from '#server/platform/lib/time-zone.ts'
import { importBankPayments } from '#server/records/invoices/bank/bank-payments.ts'

/** Adds a bank statement of the last days: most of its payments name an invoice that is open, and some need a look. */
export async function addBankPayments(trx: Tenant): Promise<void> {
  if (await trx.select('bank_payments').select('id').limit(1).executeTakeFirst()) return
  const open = await trx
    .select('invoices')
    .select(['invoice_number', 'customer_name', 'total_amount', 'settled_amount', 'currency'])
    .where('status', 'in', ['sent', 'overdue'])
    .orderBy('due_date', 'desc')
    .limit(6)
    .execute()
  const today = await trx.today()
  const paymentOf = (index: number, text: (number: string) => string, part = 1): BankPaymentInput[] => {
    const invoice = open[index]
    if (!invoice) return []
    const { invoice_number, customer_name, total_amount, settled_amount, currency } = invoice
    return [
      {
        ...blank,
        paid_on: addDays(today, -index),
        amount: toDecimal(Math.round((total_amount - settled_amount) * part), currency),
        currency,
        payer: customer_name,
        text: text(invoice_number),
      },
    ]
  }
  const [first] = open
  if (!first) return
  await importBankPayments(trx, 'statement.xml', [
    ...paymentOf(0, (number) => `Invoice ${number}`),
    ...paymentOf(1, (number) => `${number.replaceAll('-', ' ')} many thanks`),
    ...paymentOf(2, (number) => number),
    ...paymentOf(3, (number) => `First half of ${number}`, 0.5),
    ...paymentOf(4, () => 'As agreed on the phone'),
    {
      ...blank,
      paid_on: addDays(today, -6),
      amount: 4.18,
      currency: first.currency,
      text: 'Interest of the quarter',
    },
  ])
}

const blank = { payer: '', payer_account: '', bank_reference: '' }
