import * as z from 'zod/mini'

import { endpoint } from '../wire/endpoint.ts'
import { PersonName } from './sign-in.ts'

/** Surface X: what people say about themselves, shared by all their accounts. */

/** Regions whose formats people can choose, as ISO 3166 codes. Words stay English. */
export const formatRegions = [
  'AT',
  'AU',
  'BE',
  'CA',
  'CH',
  'CZ',
  'DE',
  'DK',
  'ES',
  'FI',
  'FR',
  'GB',
  'IE',
  'IN',
  'IT',
  'JP',
  'NL',
  'NO',
  'NZ',
  'PL',
  'PT',
  'SE',
  'US',
  'ZA',
] as const

/** A person as they see themselves. */
export const Profile = z.object({
  name: z.string(),
  email: z.string(),
  /** The region whose dates and numbers they read, of `formatRegions` or a newer service's; null for that of each browser. */
  format_region: z.nullable(z.string()),
})
export type Profile = z.infer<typeof Profile>

/** Fields of their profile that people can change. */
export const ProfileInput = z.object({
  name: PersonName,
  format_region: z.nullable(
    z.enum(formatRegions, `format_region must be null or one of ${formatRegions.join(', ')}`),
  ),
})
export type ProfileInput = z.infer<typeof ProfileInput>

export const updateProfile = endpoint({
  surface: 'x',
  access: 'staff',
  path: '/api/x/profile',
  text: '`{"name", "format_region"}`: what the person is called, and the region whose dates and numbers they read (null: that of each browser), in each of their accounts; the session shows both; 422 by field; of two changes the later one counts',
  method: 'PUT',
  body: ProfileInput,
  response: z.object({ data: Profile }),
})

/** A person’s photo: its path, which takes `?size=64` and `256`; null for none. */
export const PhotoPath = z.nullable(z.string())

export const uploadProfilePhoto = endpoint({
  surface: 'x',
  access: 'staff',
  about: 'person',
  path: '/api/x/profile/photo',
  text: 'a form with an image as `photo` (PNG, JPEG, WebP or GIF, at most 5 MiB), whose middle is drawn anew as a square; `photo` is its path, which the session and the members have as well and which only people who share an account with the person can load',
  isIdempotent: true,
  method: 'PUT',
  bodyType: 'multipart',
  response: z.object({ data: z.object({ photo: PhotoPath }) }),
})

export const removeProfilePhoto = endpoint({
  surface: 'x',
  access: 'staff',
  about: 'person',
  path: '/api/x/profile/photo',
  text: 'removes it; harmless without one',
  method: 'DELETE',
  response: z.object({ data: z.object({ photo: PhotoPath }) }),
})
