import { mutationOptions } from '@tanstack/react-query'

import { type SignIn, signIn as signInEndpoint } from '#contract/access/sign-in.ts'
import { type SignInCode, signInWithCode } from '#contract/access/two-factor.ts'

import { call } from './client.ts'
import { rememberAccount } from './session.ts'
import { becomeSignedIn } from './signed-out.ts'

/** The ways in. Apart from `session`, which is part of every first visit. */
export const signIn = {
  withPassword: () =>
    mutationOptions({
      mutationFn: async (body: SignIn) =>
        rememberAccount(await becomeSignedIn(call(signInEndpoint, { body }))),
    }),
  /** The second step, also of joining by invitation. */
  withCode: () =>
    mutationOptions({
      mutationFn: async (body: SignInCode) =>
        rememberAccount(await becomeSignedIn(call(signInWithCode, { body }))),
    }),
}
