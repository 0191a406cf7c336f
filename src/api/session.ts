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

// The service marks the page it sends to a browser without a session, so that nobody asks what is known to be no.
const page = document.documentElement.dataset

/** Whether the browser is known to have no session. */
export const isStranger = (): boolean => page['visitor'] === 'new'

/** Who is signed in, and the ways in and out. */
export const session = {
  endKey: ['session', 'end'] as const,
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
  signIn: () => mutationOptions({ mutationFn: (body: SignIn) => known(call(signIn, { body })) }),
  setUp: () => mutationOptions({ mutationFn: (body: SetUp) => known(call(setUp, { body })) }),
  signOut: () =>
    mutationOptions({
      mutationKey: session.endKey,
      mutationFn: (everywhere: boolean) => call(signOut, { body: { everywhere } }),
    }),
  switchAccount: () =>
    mutationOptions({ mutationFn: (account_id: number) => call(switchAccount, { body: { account_id } }) }),
}

async function known<Answer>(answer: Promise<Answer>): Promise<Answer> {
  const given = await answer
  delete page['visitor']
  return given
}
