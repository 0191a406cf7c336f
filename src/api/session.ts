import { mutationOptions, queryOptions } from '@tanstack/react-query'

import {
  type Session,
  type SetUp,
  type SignIn,
  setUp,
  showEntrance,
  showSession,
  signIn,
  signOut,
  switchAccount,
} from '#contract/session.ts'

import { workIn } from './account.ts'
import { call } from './client.ts'
import { ApiError } from './errors.ts'
import { becomeKnown, becomeStranger } from './stranger.ts'

/** Works from now on in the account that the answer is about. */
function entered<Answer extends { data: Session }>(answer: Answer): Answer {
  workIn(answer.data.account.id)
  return answer
}

/** Who is signed in, and the ways in and out. */
export const session = {
  current: () =>
    queryOptions({
      queryKey: ['session'] as const,
      queryFn: async ({ signal, client, queryKey }) => {
        const isOpen = client.getQueryData(queryKey) !== undefined
        const ask = () => call(showSession, {}, signal)
        return entered(
          await ask().catch((error: unknown) => {
            // The account of before the reload is not theirs any more. Under an open page it never changes by itself.
            if (isOpen || !(error instanceof ApiError) || error.kind !== 'forbidden') throw error
            workIn(undefined)
            return ask()
          }),
        ).data
      },
      staleTime: 60_000,
    }),
  entrance: () =>
    queryOptions({
      queryKey: ['entrance'] as const,
      queryFn: async ({ signal }) => (await call(showEntrance, {}, signal)).data,
      staleTime: 60_000,
    }),
  signIn: () =>
    mutationOptions({
      mutationFn: async (body: SignIn) => entered(await becomeKnown(call(signIn, { body }))),
    }),
  setUp: () =>
    mutationOptions({ mutationFn: async (body: SetUp) => entered(await becomeKnown(call(setUp, { body }))) }),
  signOut: () =>
    mutationOptions({
      mutationFn: async (everywhere: boolean) => {
        await becomeStranger(() => call(signOut, { body: { everywhere } }))
        workIn(undefined)
      },
    }),
  switchAccount: async (account_id: number, signal: AbortSignal) =>
    entered(await call(switchAccount, { body: { account_id } }, signal)).data,
}
