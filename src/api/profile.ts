import { mutationOptions } from '@tanstack/react-query'

import { type ProfileInput, updateProfile } from '#contract/profile.ts'

import { call } from './client.ts'
import { session } from './session.ts'

/** What the signed-in person says about themselves, where the service has it (`profile`); the session shows it. */
export const profile = {
  update: () =>
    mutationOptions({
      mutationFn: async (body: ProfileInput) => (await call(updateProfile, { body })).data,
      meta: { stale: session.current().queryKey },
    }),
}
