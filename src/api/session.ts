import { mutationOptions, queryOptions } from '@tanstack/react-query'

import {
  type SetUp,
  type SignIn,
  setUp,
  showEntrance,
  showSession,
  signIn,
  signOut,
  switchAccount,
} from '#contract/session.ts'

import { call } from './client.ts'
import { becomeKnown, becomeStranger } from './stranger.ts'

/** Who is signed in, and the ways in and out. */
export const session = {
  current: () =>
    queryOptions({
      queryKey: ['session'] as const,
      queryFn: async ({ signal }) => (await call(showSession, {}, signal)).data,
      staleTime: 60_000,
    }),
  entrance: () =>
    queryOptions({
      queryKey: ['entrance'] as const,
      queryFn: async ({ signal }) => (await call(showEntrance, {}, signal)).data,
      staleTime: 60_000,
    }),
  signIn: () => mutationOptions({ mutationFn: (body: SignIn) => becomeKnown(call(signIn, { body })) }),
  setUp: () => mutationOptions({ mutationFn: (body: SetUp) => becomeKnown(call(setUp, { body })) }),
  signOut: () =>
    mutationOptions({
      mutationFn: (everywhere: boolean) => becomeStranger(() => call(signOut, { body: { everywhere } })),
    }),
  switchAccount: () =>
    mutationOptions({ mutationFn: (account_id: number) => call(switchAccount, { body: { account_id } }) }),
}
