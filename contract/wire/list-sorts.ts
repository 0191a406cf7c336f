import { bothWays } from './list-query.ts'

/**
 * What lists are sorted by; a leading `-` reverses the order. Apart from their endpoints: the addresses of screens name them,
 * and what reads addresses is part of every first visit. Rows without a value come last, in both directions.
 */
export const contactSorts = bothWays(['id', 'name', 'last_name', 'email', 'company_name', 'updated_at'])
export type ContactSort = (typeof contactSorts)[number]

export const serviceSorts = bothWays(['id', 'name', 'price', 'updated_at'])
export type ServiceSort = (typeof serviceSorts)[number]

/** Recurring invoices, and subscriptions. */
export const scheduleSorts = bothWays(['id', 'customer_name', 'next_on'])
export type ScheduleSort = (typeof scheduleSorts)[number]

export const planSorts = bothWays(['id', 'name', 'net_amount'])
export type PlanSort = (typeof planSorts)[number]

export const creditNoteSorts = bothWays(['id', 'customer_name', 'issued_on', 'total_amount'])
export type CreditNoteSort = (typeof creditNoteSorts)[number]

export const proposalSorts = bothWays(['id', 'customer_name', 'sent_at', 'valid_until', 'total_amount'])
export type ProposalSort = (typeof proposalSorts)[number]

export const contractSorts = bothWays(['id', 'customer_name', 'sent_at', 'ends_on', 'total_amount'])
export type ContractSort = (typeof contractSorts)[number]

export const meetingSorts = bothWays(['title', 'starts_at'])
export type MeetingSort = (typeof meetingSorts)[number]

export const bankPaymentSorts = bothWays(['paid_on', 'payer', 'amount'])
export type BankPaymentSort = (typeof bankPaymentSorts)[number]
