import type { InvoiceStatus } from './invoice-filter.ts'

/** What staff can do with an invoice in each status; nothing else decides it. CHOICE 0104, 0105, 0111. */
const actions = {
  draft: ['edit', 'send'],
  sent: ['pay', 'void'],
  overdue: ['pay', 'void'],
  // Deleting a payment makes it sent or overdue again.
  paid: [],
  void: [],
} as const satisfies Record<InvoiceStatus, readonly string[]>
export type InvoiceAction = (typeof actions)[InvoiceStatus][number]

/** Whether that can be done in that status. One that only another service knows allows nothing. */
export const allows = (status: string, action: InvoiceAction): boolean =>
  (actions as Readonly<Record<string, readonly string[] | undefined>>)[status]?.includes(action) ?? false

/** Whether everything about the invoice can still be changed; once sent, nothing can. */
export const isEditable = (status: string): boolean => allows(status, 'edit')

/** What an invoice comes to and how much of it is settled, in minor units of its currency. */
export interface Balance {
  readonly total: number
  readonly settled: number
}

/** What is still to be paid, in minor units: only a sent or overdue invoice has to be paid. */
export const amountDue = (status: string, { total, settled }: Balance): number =>
  allows(status, 'pay') ? total - settled : 0

/** Whether that amount can be paid: at most what is due, and nothing only where nothing is due. */
export const isPayable = (amount: number, due: number): boolean =>
  due > 0 ? amount > 0 && amount <= due : amount === due

/** The status after a payment: paid once nothing is due. */
export const statusAfterPayment = (status: InvoiceStatus, { total, settled }: Balance): InvoiceStatus =>
  settled >= total ? 'paid' : status

/** The status after a payment was deleted: what is due again is late once its due date has passed. Dates are YYYY-MM-DD. */
export function statusAfterDeletion(
  status: InvoiceStatus,
  { due_date, today }: { readonly due_date: string; readonly today: string },
): InvoiceStatus {
  if (status !== 'paid') return status
  return due_date < today ? 'overdue' : 'sent'
}
