import * as z from 'zod/mini'

import { mediaPath } from './access/session.ts'
import { endpoint } from './wire/endpoint.ts'

/** Surface X: photos and files that are on the service of a connected account. */

export const showMedia = endpoint({
  surface: 'x',
  method: 'GET',
  path: mediaPath,
  text: 'in a connected account, the photo or file at `url`, an address that its service gave, on one of the session’s `file_hosts`; `size` (64 or 256) for a square thumbnail of an image, `name` for a download, `account`, since pictures send no headers; 404 for other hosts, and where the records are here',
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
