import { bothWays } from './list-query.ts'

/**
 * Sorts of the contact list; a leading `-` reverses the order. Apart from its endpoint: the screen's address
 * names them, and what reads addresses is part of every first visit.
 */
export const contactSorts = bothWays(['id', 'name', 'last_name', 'email', 'company_name', 'updated_at'])
export type ContactSort = (typeof contactSorts)[number]
