import { mutationOptions, queryOptions } from '@tanstack/react-query'

import {
  type AcceptInvitation,
  type InvitationInput,
  acceptInvitation,
  changeMember,
  createInvitation,
  listInvitations,
  listMembers,
  removeMember,
  renewInvitation,
  revokeInvitation,
  showInvitation,
} from '#contract/access/people.ts'
import type { Role } from '#contract/access/session.ts'

import { setAccount } from './account.ts'
import { call } from './client.ts'
import { ApiError } from './errors.ts'
import { becomeSignedIn } from './signed-out.ts'

const all = ['people'] as const
const stale = { stale: all }

/** The people of the account and invitations to it, where the service has them (`people`). */
export const people = {
  all,
  members: () =>
    queryOptions({
      queryKey: [...all, 'members'] as const,
      queryFn: ({ signal }) => call(listMembers, {}, signal),
    }),
  invitations: () =>
    queryOptions({
      queryKey: [...all, 'invitations'] as const,
      queryFn: async ({ signal }) => (await call(listInvitations, {}, signal)).data,
    }),
  changeRole: (id: number) =>
    mutationOptions({
      mutationFn: (role: Role) => call(changeMember, { params: { id }, body: { role } }),
      meta: stale,
    }),
  remove: (id: number) =>
    mutationOptions({ mutationFn: () => call(removeMember, { params: { id } }), meta: stale }),
  invite: () =>
    mutationOptions({
      mutationFn: async (body: InvitationInput) => (await call(createInvitation, { body })).data,
      meta: stale,
    }),
  renew: (id: number) =>
    mutationOptions({
      mutationFn: async () => (await call(renewInvitation, { params: { id } })).data,
      meta: stale,
    }),
  revoke: (id: number) =>
    mutationOptions({ mutationFn: () => call(revokeInvitation, { params: { id } }), meta: stale }),
  /** Reads the invitation of a link; undefined where it doesn't work. Not a query: its key would contain the token. */
  show: async (token: string, signal: AbortSignal) => {
    try {
      return (await call(showInvitation, { body: { token } }, signal)).data
    } catch (error) {
      if (error instanceof ApiError && error.fields['token'] !== undefined) return undefined
      throw error
    }
  },
  accept: () =>
    mutationOptions({
      mutationFn: async (body: AcceptInvitation) => {
        const response = await becomeSignedIn(call(acceptInvitation, { body }))
        // The code that may be asked for next is entered for that account.
        setAccount(response.data?.account.id ?? response.account_id)
        return response
      },
    }),
}
