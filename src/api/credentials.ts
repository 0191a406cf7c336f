import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query'

import {
  type CredentialInput,
  type NewCredential,
  createCredential,
  type credentialStates,
  listCredentials,
  revokeCredential,
  showCredential,
  showCredentialUsage,
  updateCredential,
} from '#contract/access/credentials.ts'

import { call, callVersioned } from './client.ts'

/** Which page of the list. */
interface CredentialQuery {
  readonly page: number
  readonly size: number
  readonly state?: (typeof credentialStates)[number] | undefined
}

/** The queries and mutations of API credentials. */
export const credentials = {
  all: ['credentials'] as const,
  list: ({ page, size, state }: CredentialQuery) =>
    queryOptions({
      queryKey: [...credentials.all, 'list', { page, size, state }] as const,
      queryFn: async ({ signal }) => {
        const { data, meta } = await call(listCredentials, { query: { page, limit: size, state } }, signal)
        return { rows: data, total: meta.total, revoked: meta.revoked, grantable: meta.grantable }
      },
      placeholderData: keepPreviousData,
    }),
  /** Abilities that the person may grant to a new one. */
  grantable: () =>
    queryOptions({
      queryKey: [...credentials.all, 'grantable'] as const,
      queryFn: async ({ signal }) =>
        (await call(listCredentials, { query: { limit: 1 } }, signal)).meta.grantable,
    }),
  one: (id: number) =>
    queryOptions({
      queryKey: [...credentials.all, 'one', id] as const,
      queryFn: async ({ signal }) => (await call(showCredential, { params: { id } }, signal)).data,
    }),
  /** One to edit, with the version that the update names. Read anew each time an editor opens. */
  toEdit: (id: number) =>
    queryOptions({
      queryKey: [...credentials.all, 'edit', id] as const,
      queryFn: async ({ signal }) => {
        const { response, version } = await callVersioned(showCredential, { params: { id } }, signal)
        return { credential: response.data, grantable: response.grantable, version: version ?? '' }
      },
      gcTime: 0,
      staleTime: Infinity,
    }),
  usage: (id: number) =>
    queryOptions({
      queryKey: [...credentials.all, 'usage', id] as const,
      queryFn: async ({ signal }) => (await call(showCredentialUsage, { params: { id } }, signal)).data,
    }),
  /**
   * Its response contains the secret, so nothing keeps it but the screen that shows it. `key`: the same for every attempt
   * at the same credential: one whose response was lost answers with the same secret.
   */
  create: () =>
    mutationOptions({
      mutationFn: ({ input, key }: { input: NewCredential; key: string }) =>
        call(createCredential, { body: input, key }),
      gcTime: 0,
      meta: { stale: credentials.all },
    }),
  update: (id: number) =>
    mutationOptions({
      mutationFn: async ({ input, ...how }: { input: CredentialInput; key: string; version: string }) =>
        (await call(updateCredential, { params: { id }, body: input, ...how })).data,
      meta: { stale: credentials.all },
    }),
  revoke: (id: number) =>
    mutationOptions({
      mutationFn: async () => (await call(revokeCredential, { params: { id } })).data,
      meta: { stale: credentials.all },
    }),
}
