import type { Session } from '#contract/access/session.ts'

/** Whether the person may write invoices, and the service lets them. */
export const mayWriteInvoices = ({ abilities, features }: Pick<Session, 'abilities' | 'features'>): boolean =>
  abilities.includes('invoices.manage') && features.records
