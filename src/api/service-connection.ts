import { mutationOptions, queryOptions } from '@tanstack/react-query'

import {
  type ConnectionCredentials,
  replaceConnectionCredentials,
  showConnection,
  testConnection,
} from '#contract/access/connection.ts'

import { call } from './client.ts'

const all = ['service-connection'] as const
// With new credentials, whatever could not be read before may be readable now.
const stale = { stale: all }

/** The service that the records of the account are on, where they are elsewhere (`connection`). */
export const serviceConnection = {
  current: () =>
    queryOptions({
      queryKey: [...all, 'current'] as const,
      queryFn: async ({ signal }) => (await call(showConnection, {}, signal)).data,
    }),
  test: () =>
    mutationOptions({
      mutationFn: () => call(testConnection),
      meta: stale,
    }),
  replaceCredentials: () =>
    mutationOptions({
      mutationFn: (body: ConnectionCredentials) => call(replaceConnectionCredentials, { body }),
      meta: stale,
    }),
}
