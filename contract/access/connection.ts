import * as z from 'zod/mini'

import { endpoint } from '../wire/endpoint.ts'
import { Datetime } from '../wire/surface.ts'

/** Surface X: the other service that the records of an account are on. */

/** Environment of a connected account's records: the real ones, or those for development. */
export const environments = ['production', 'development'] as const
export type Environment = (typeof environments)[number]

/** A connection as its settings show it. Token and key are never among it. */
export const Connection = z.object({
  environment: z.string(),
  base_url: z.string(),
  /** The last four characters of the token (Surface V1) and of the key (Surface B). */
  token_last_four: z.string(),
  key_last_four: z.string(),
  /** `command`, `variables` or `dashboard`: where it was set. Variables of the environment can’t be changed here. */
  source: z.string(),
  /** When the service last answered properly; null for never. */
  last_ok_at: z.nullable(Datetime),
  last_error_at: z.nullable(Datetime),
  /** Why a request to it last failed. */
  last_error: z.nullable(z.string()),
  updated_at: Datetime,
})
export type Connection = z.infer<typeof Connection>

export const showConnection = endpoint({
  surface: 'x',
  method: 'GET',
  path: '/api/x/connection',
  text: 'the service that the records of the account are on: `environment`, `base_url`, the last four characters of both credentials, `source`, and when it last answered or failed and why; 404 where the records are here',
  access: 'staff',
  ability: 'settings.manage',
  response: z.object({ data: Connection }),
})

export const testConnection = endpoint({
  surface: 'x',
  method: 'POST',
  path: '/api/x/connection/test',
  text: 'asks that service once with each credential; `problem` says what is wrong, or is null',
  access: 'staff',
  ability: 'settings.manage',
  response: z.object({ data: Connection, problem: z.nullable(z.string()) }),
})

const credential = (what: string) =>
  z
    .string(`Enter the ${what}`)
    .check(
      z.trim(),
      z.minLength(1, `Enter the ${what}`),
      z.maxLength(2000, 'Use at most 2,000 characters'),
      z.regex(/^[\x21-\x7e]*$/, 'Remove spaces and special characters'),
    )

/** New credentials for the other service. */
export const ConnectionCredentials = z.object({ token: credential('token'), key: credential('key') })
export type ConnectionCredentials = z.infer<typeof ConnectionCredentials>

export const replaceConnectionCredentials = endpoint({
  surface: 'x',
  method: 'PUT',
  path: '/api/x/connection/credentials',
  text: '`{"token", "key"}`: replaces both once that service has accepted them; 422 by field if it doesn’t, 409 where environment variables set them',
  access: 'staff',
  ability: 'owners.manage',
  body: ConnectionCredentials,
  response: z.object({ data: Connection }),
})
