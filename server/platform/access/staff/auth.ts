import { type BetterAuthOptions, betterAuth } from 'better-auth'
import { getAdapter } from 'better-auth/db/adapter'

import type { Config } from '#server/config.ts'
import type { Store } from '#server/platform/db/store.ts'

import { reportingOutages } from './database-outages.ts'
import { hashedSessions } from './hashed-sessions.ts'
import type { PasswordHash } from './password-hash.ts'
import { challengePlugin, sessionPlugin } from './two-factor/plugins.ts'

const day = 24 * 60 * 60

/** Longest and shortest password, in characters; the contract says the same to the forms. */
const passwordLength = { minPasswordLength: 10, maxPasswordLength: 128 }

interface AuthNeeds {
  readonly config: Config
  readonly store: Store
  readonly passwords: PasswordHash
  readonly secret: string
}

/** better-auth, as `makeAuth` configures it. */
export type Auth = Awaited<ReturnType<typeof makeAuth>>

/**
 * better-auth keeps people, passwords and sessions. It is called from our own routes only: its HTTP handler is not
 * mounted, so that the service has no endpoint that the contract does not name.
 */
export async function makeAuth({ config, store, passwords, secret }: AuthNeeds, publicUrl: string) {
  const stamps = { createdAt: 'created_at', updatedAt: 'updated_at' }
  const options = {
    secret,
    baseURL: publicUrl,
    telemetry: { enabled: false },
    logger: { disabled: true },
    rateLimit: { enabled: false },
    emailAndPassword: { enabled: true, disableSignUp: true, password: passwords, ...passwordLength },
    user: { modelName: 'staff', fields: { ...stamps, emailVerified: 'email_verified' } },
    session: {
      modelName: 'staff_sessions',
      // Unused for this long, a session ends; in use it is prolonged once a day, up to its absolute end.
      expiresIn: 14 * day,
      updateAge: day,
      fields: {
        ...stamps,
        userId: 'user_id',
        expiresAt: 'expires_at',
        ipAddress: 'ip_address',
        userAgent: 'user_agent',
      },
    },
    account: {
      modelName: 'staff_identities',
      fields: {
        ...stamps,
        userId: 'user_id',
        accountId: 'account_id',
        providerId: 'provider_id',
        accessToken: 'access_token',
        refreshToken: 'refresh_token',
        idToken: 'id_token',
        accessTokenExpiresAt: 'access_token_expires_at',
        refreshTokenExpiresAt: 'refresh_token_expires_at',
      },
    },
    verification: {
      modelName: 'staff_verifications',
      fields: { ...stamps, expiresAt: 'expires_at' },
      // Who reads the database can't complete a sign-in that waits for a code.
      storeIdentifier: 'hashed',
    },
    plugins: [challengePlugin, sessionPlugin],
    advanced: {
      database: { generateId: 'serial' },
      cookiePrefix: 'bureau',
      useSecureCookies: config.publicUrl?.startsWith('https:') ?? false,
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax', path: '/' },
    },
  } satisfies BetterAuthOptions
  const adapter = await getAdapter({ ...options, database: { db: store.db, type: store.dialect.kind } })
  return betterAuth({ ...options, database: () => reportingOutages(hashedSessions(adapter)) })
}
