import * as z from 'zod/mini'

import { mediaPath } from './access/session.ts'
import { endpoint } from './wire/endpoint.ts'

/** Surface X: photos and files that are on the service of a connected account. */

/**
 * A photo or file by the address that the other service gave. `size`: a square thumbnail of an image, with sides of that
 * many pixels. `name` is what a download is called. `account`: pictures send no headers. 404 for an account whose records
 * are here, and for hosts that the session doesn’t list as `file_hosts`.
 */
export const showMedia = endpoint({
  surface: 'x',
  method: 'GET',
  path: mediaPath,
  access: 'staff',
  query: z.object({
    url: z
      .string('url is required')
      .check(z.minLength(1, 'url is required'), z.maxLength(4000, 'url must be at most 4,000 characters')),
    size: z.optional(z.enum(['64', '256'], 'size must be 64 or 256')),
    name: z.optional(
      z.string('name must be a string').check(z.maxLength(500, 'name must be at most 500 characters')),
    ),
    account: z.optional(z.string('account must be the id of an account')),
  }),
  response: z.undefined(),
})
