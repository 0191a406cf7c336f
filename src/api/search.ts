import { keepPreviousData, queryOptions } from '@tanstack/react-query'

import type { Session } from '#contract/access/session.ts'
import { type SearchResults, noResults, search as searchEverything } from '#contract/account/search.ts'

import { call } from './client.ts'
import { customers } from './customers.ts'

/** Shorter texts have too many results to be worth a request. */
export const shortestSearch = 2
const shown = 5

/** The search of the palette. */
export const search = {
  all: ['search'] as const,
  /** Records of every kind that contain the text; customers alone where they are on another service. */
  results: (text: string, { features }: Pick<Session, 'features'>) =>
    queryOptions({
      queryKey: [...search.all, text] as const,
      queryFn: async ({ client, signal }): Promise<SearchResults> => {
        if (features.records) return (await call(searchEverything, { query: { q: text } }, signal)).data
        const list = customers.list({ page: 1, size: shown, search: text, sort: 'name' })
        const { rows } = await client.fetchQuery(list)
        return { ...noResults, customers: rows.map((row) => ({ ...row, company_name: companyOf(row) })) }
      },
      enabled: text.length >= shortestSearch,
      staleTime: 15_000,
      // Earlier results stay until the new ones arrive, so that rows don't jump under the pointer.
      placeholderData: keepPreviousData,
    }),
}

const companyOf = (row: { business_information: { company_name?: string | null | undefined } }) =>
  row.business_information.company_name ?? null
