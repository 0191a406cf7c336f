import { mutationOptions, queryOptions } from '@tanstack/react-query'

import {
  type CodeProof,
  type FullProof,
  type PasswordProof,
  beginTwoFactor,
  confirmTwoFactor,
  forgetTrustedDevices,
  renewRecoveryCodes,
  requireTwoFactor,
  resetTwoFactor,
  showTwoFactor,
  turnOffTwoFactor,
} from '#contract/access/two-factor.ts'

import { call } from './client.ts'
import { people } from './people.ts'

const all = ['two-factor'] as const
const stale = { stale: all }
// What is typed and what is shown once stay nowhere but in the screen.
const secret = { gcTime: 0 }

/** Two-factor authentication of the signed-in person and of the account, where the service has it (`two-factor`). */
export const twoFactor = {
  own: () =>
    queryOptions({
      queryKey: [...all, 'own'] as const,
      queryFn: async ({ signal }) => (await call(showTwoFactor, {}, signal)).data,
    }),
  begin: () =>
    mutationOptions({
      mutationFn: async (body: PasswordProof) => (await call(beginTwoFactor, { body })).data,
      ...secret,
    }),
  confirm: () =>
    mutationOptions({
      mutationFn: async (body: CodeProof) => (await call(confirmTwoFactor, { body })).data.recovery_codes,
      ...secret,
      meta: stale,
    }),
  renewCodes: () =>
    mutationOptions({
      mutationFn: async (body: PasswordProof) =>
        (await call(renewRecoveryCodes, { body })).data.recovery_codes,
      ...secret,
      meta: stale,
    }),
  turnOff: () =>
    mutationOptions({
      mutationFn: (body: FullProof) => call(turnOffTwoFactor, { body }),
      ...secret,
      meta: stale,
    }),
  /** With null: all trusted browsers. */
  forget: () =>
    mutationOptions({
      mutationFn: (id: number | null) => call(forgetTrustedDevices, { body: { id } }),
      meta: stale,
    }),
  /** Whether everyone in the account needs it. */
  require: () =>
    mutationOptions({
      mutationFn: (is_required: boolean) => call(requireTwoFactor, { body: { is_required } }),
      meta: { stale: people.all },
    }),
  /** Turns it off for a member. */
  reset: (id: number) =>
    mutationOptions({
      mutationFn: () => call(resetTwoFactor, { params: { id } }),
      meta: { stale: people.all },
    }),
}
