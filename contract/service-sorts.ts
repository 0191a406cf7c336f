import { bothWays } from './list-query.ts'

/**
 * Sorts of the catalog; a leading `-` reverses the order. Apart from its endpoint: the screen's address names
 * them, and what reads addresses is part of every first visit.
 */
export const serviceSorts = bothWays(['id', 'name', 'price', 'updated_at'])
export type ServiceSort = (typeof serviceSorts)[number]
