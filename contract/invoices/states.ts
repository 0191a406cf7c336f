import type { InvoiceStatus } from './filter.ts'

/** Permitted actions on invoices by status; nothing else decides them. */
const actions = {
  draft: ['edit', 'send'],
  sent: ['pay', 'overpay', 'void', 'credit'],
  overdue: ['pay', 'overpay', 'void', 'credit'],
  // Deleting a payment makes it sent or overdue again. One that came to nothing has no payment and can still be withdrawn.
  paid: ['overpay', 'void', 'credit'],
  void: [],
  // Nothing is left to pay or to credit, but customers may pay anyway.
  credited: ['overpay'],
} as const satisfies Record<InvoiceStatus, readonly string[]>
export type InvoiceAction = (typeof actions)[InvoiceStatus][number]

/** Whether that can be done in that status. One that only another service knows allows nothing. */
export const allows = (status: string, action: InvoiceAction): boolean =>
  (actions as Readonly<Record<string, readonly string[] | undefined>>)[status]?.includes(action) ?? false

/** Whether everything about the invoice can still be changed; once sent, nothing can. */
export const isEditable = (status: string): boolean => allows(status, 'edit')

/** Whether it says for good what it says: a draft changes, and a void one must not pass for a valid one. */
export const isFinal = (status: string): boolean => status !== 'draft' && status !== 'void'

/** The total of an invoice and how much of it is settled, in minor units of its currency. */
export interface Balance {
  readonly total: number
  /** By payments and credit notes. */
  readonly settled: number
  /** The part of it that credit notes settle. */
  readonly credited: number
}

/** Returns the amount due in minor units. Only sent and overdue invoices have one. */
export const amountDue = (status: string, { total, settled }: Omit<Balance, 'credited'>): number =>
  allows(status, 'pay') ? total - settled : 0

/** Whether that amount can be paid: at most what is due, and nothing only where nothing is due. */
export const isPayable = (amount: number, due: number): boolean =>
  due > 0 ? amount > 0 && amount <= due : amount === due

/** Returns the amount to refund in minor units: payments beyond the total less the credit notes. */
export const amountToRefund = ({ total, settled }: Pick<Balance, 'total' | 'settled'>): number =>
  Math.max(settled - Math.max(total, 0), 0)

/** Returns the amount that can still be credited, in minor units. */
export const amountCreditable = (status: string, { total, credited }: Omit<Balance, 'settled'>): number =>
  allows(status, 'credit') ? total - credited : 0

/** The status of a settled invoice: paid, unless credit notes alone settle it. Undefined while something is due. */
function settledStatus({ total, settled, credited }: Balance): 'paid' | 'credited' | undefined {
  // An imported total below zero is settled by exactly that.
  if (total < 0 ? settled !== total : settled < total) return undefined
  return credited > 0 && settled === credited ? 'credited' : 'paid'
}

/** The status after it was sent, or after a payment, refund or credit note: settled once nothing is due. */
export const statusAfterSettling = (status: InvoiceStatus, balance: Balance): InvoiceStatus =>
  settledStatus(balance) ?? status

/**
 * The status after a payment or refund was deleted: what is due again is late once its due date has passed. Credit notes may
 * settle it without the payment. Dates are YYYY-MM-DD.
 */
export function statusAfterDeletion(
  status: InvoiceStatus,
  balance: Balance,
  { due_date, today }: { readonly due_date: string; readonly today: string },
): InvoiceStatus {
  if (allows(status, 'pay')) return status
  return settledStatus(balance) ?? (due_date < today ? 'overdue' : 'sent')
}
