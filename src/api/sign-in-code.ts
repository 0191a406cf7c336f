import { mutationOptions } from '@tanstack/react-query'

import { type SignInCode, signInWithCode } from '#contract/two-factor.ts'

import { call } from './client.ts'
import { rememberAccount } from './session.ts'
import { becomeSignedIn } from './signed-out.ts'

/** The second step of a sign-in, or of joining by invitation. Apart from `session`, which is part of every first visit. */
export const signInCode = {
  send: () =>
    mutationOptions({
      mutationFn: async (body: SignInCode) =>
        rememberAccount(await becomeSignedIn(call(signInWithCode, { body }))),
    }),
}
