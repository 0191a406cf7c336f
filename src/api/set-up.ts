import { mutationOptions } from '@tanstack/react-query'

import { type SetUp, setUp as endpoint } from '#contract/access/set-up.ts'

import { call } from './client.ts'
import { rememberAccount } from './session.ts'
import { becomeSignedIn } from './signed-out.ts'

/** Makes the first account and its owner, who is signed in then. */
export const setUp = () =>
  mutationOptions({
    mutationFn: async (body: SetUp) => rememberAccount(await becomeSignedIn(call(endpoint, { body }))),
  })
