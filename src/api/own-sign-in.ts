import { mutationOptions, queryOptions } from '@tanstack/react-query'

import {
  type PasswordChange,
  changePassword,
  endOwnSessions,
  listOwnSessions,
} from '#contract/access/own-sign-in.ts'

import { call } from './client.ts'

const all = ['own-sign-in'] as const
const stale = { stale: all }

/** The sessions and the password of the signed-in person, where the service has them (`own-sign-in`). */
export const ownSignIn = {
  sessions: () =>
    queryOptions({
      queryKey: [...all, 'sessions'] as const,
      queryFn: async ({ signal }) => (await call(listOwnSessions, {}, signal)).data,
    }),
  /** With null: all sessions but this one. */
  endSession: () =>
    mutationOptions({
      mutationFn: (id: number | null) => call(endOwnSessions, { body: { id } }),
      meta: stale,
    }),
  changePassword: () =>
    mutationOptions({
      mutationFn: (body: PasswordChange) => call(changePassword, { body }),
      meta: stale,
    }),
}
