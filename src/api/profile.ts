import { mutationOptions } from '@tanstack/react-query'

import {
  type ProfileInput,
  removeProfilePhoto,
  updateProfile,
  uploadProfilePhoto,
} from '#contract/access/profile.ts'

import { call, upload } from './client.ts'
import { session } from './session.ts'

/** A photo to upload. */
interface PhotoUpload {
  readonly file: File
  /** The same for every attempt, so that a lost response doesn’t upload it twice. */
  readonly key: string
}

/** The signed-in person's profile, where the service has it (`profile`); the session shows it. */
export const profile = {
  update: () =>
    mutationOptions({
      mutationFn: async (body: ProfileInput) => (await call(updateProfile, { body })).data,
      meta: { stale: session.current().queryKey },
    }),
  uploadPhoto: () =>
    mutationOptions({
      mutationFn: async ({ file, ...options }: PhotoUpload) => {
        const form = new FormData()
        form.append('photo', file)
        return (await upload(uploadProfilePhoto, form, options)).data
      },
      meta: { stale: session.current().queryKey },
    }),
  removePhoto: () =>
    mutationOptions({
      mutationFn: async () => (await call(removeProfilePhoto, {})).data,
      meta: { stale: session.current().queryKey },
    }),
}
