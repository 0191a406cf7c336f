import { mutationOptions } from '@tanstack/react-query'

import {
  type PasswordReset,
  requestPasswordReset,
  resetPassword,
  showPasswordReset,
} from '#contract/access/password-reset.ts'

import { call } from './client.ts'
import { ApiError } from './errors.ts'

/** The target of a link: a new password for that email, or the reason why it doesn't work. */
type ResetLink = { readonly email: string } | { readonly problem: string }

/** A new password for someone who forgot theirs, where the service can send email (`can_reset_password`). */
export const passwordReset = {
  request: () =>
    mutationOptions({ mutationFn: (email: string) => call(requestPasswordReset, { body: { email } }) }),
  /** No query, whose key would hold the token. */
  show: async (token: string, signal: AbortSignal): Promise<ResetLink> => {
    try {
      return (await call(showPasswordReset, { body: { token } }, signal)).data
    } catch (error) {
      const problem = error instanceof ApiError ? error.fields['token'] : undefined
      if (problem === undefined) throw error
      return { problem }
    }
  },
  reset: () => mutationOptions({ mutationFn: (body: PasswordReset) => call(resetPassword, { body }) }),
}
