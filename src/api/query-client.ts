import { MutationCache, QueryClient, type QueryKey } from '@tanstack/react-query'

import { ApiError } from './errors.ts'

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: ApiError
    mutationMeta: { stale?: QueryKey }
  }
}

// Who has waited twenty seconds is told, and not made to wait twice more.
const worthRepeating = new Set(['offline', 'broken'])

/** Reads are repeated where that can help; a mutation names in `meta.stale` what it makes stale. */
export function makeQueryClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        retry: (count, error) => count < 2 && error instanceof ApiError && worthRepeating.has(error.kind),
        retryDelay: (count) => 400 * 2 ** count,
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
    mutationCache: new MutationCache({
      onSettled: (_data, _error, _input, _context, mutation) => {
        const stale = mutation.meta?.stale
        return stale ? client.invalidateQueries({ queryKey: stale }) : undefined
      },
    }),
  })
  return client
}
