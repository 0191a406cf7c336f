import type { InvoiceStatus } from './invoice-filter.ts'

/** What an invoice can become from each status; nothing else decides it. CHOICE 0104, 0105. */
const moves: Readonly<Record<InvoiceStatus, readonly InvoiceStatus[]>> = {
  draft: ['sent'],
  sent: ['paid', 'overdue', 'void'],
  overdue: ['paid', 'void'],
  paid: [],
  void: [],
}

/** Whether an invoice of that status can become `next`. One that only another service knows can become nothing. */
export const canBecome = (status: string, next: InvoiceStatus): boolean =>
  (moves as Readonly<Record<string, readonly InvoiceStatus[] | undefined>>)[status]?.includes(next) ?? false

/** Whether everything about the invoice can still be changed; once sent, nothing can. */
export const isEditable = (status: string): boolean => status === 'draft'
