import { MutationCache, QueryCache, QueryClient, onlineManager } from '@tanstack/react-query'

import { connection, watchConnection } from './connection.ts'
import { ApiError } from './errors.ts'
import type { Key } from './record-queries.ts'

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: ApiError
    /** One key; a list of several isn't one. */
    mutationMeta: { stale?: Key }
  }
}

// Not timeouts: the user has already waited 20 seconds.
const worthRepeating = new Set(['offline', 'broken'])
const repeatFailedMs = 30_000

/** Returns a client that repeats reads where that can help; a mutation names in `meta.stale` what it makes stale. */
export function makeQueryClient(): QueryClient {
  // "Online" means that the server can be reached, so that open screens also recover after a restart.
  onlineManager.setEventListener((setOnline) => watchConnection(() => setOnline(connection() === 'online')))
  const client: QueryClient = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        retry: (count, error) => count < 2 && isWorthRepeating(error),
        retryDelay: (count) => 400 * 2 ** count,
        networkMode: 'always',
        // With that mode it would be off.
        refetchOnReconnect: 'always',
        refetchInterval: ({ state }) => (isWorthRepeating(state.error) ? repeatFailedMs : false),
      },
      mutations: { networkMode: 'always' },
    },
    queryCache: new QueryCache({
      onError: (error, { queryKey }) => {
        if (queryKey[0] !== sessionKey) followAccess(error)
      },
    }),
    mutationCache: new MutationCache({
      onError: (error) => followAccess(error),
      onSettled: (_data, _error, _input, _context, mutation) => {
        const stale = mutation.meta?.stale
        return stale ? client.invalidateQueries({ queryKey: stale }) : undefined
      },
    }),
  })
  /** Reads the session again: the person's role or the account's requirement of a second factor has changed. */
  function followAccess(error: Error) {
    if (error instanceof ApiError && error.kind === 'forbidden')
      void client.invalidateQueries({ queryKey: [sessionKey] })
  }
  return client
}

const sessionKey = 'session'

const isWorthRepeating = (error: Error | null) => error instanceof ApiError && worthRepeating.has(error.kind)
