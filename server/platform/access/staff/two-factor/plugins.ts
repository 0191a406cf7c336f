import { createAuthEndpoint } from 'better-auth/api'
import { expireCookie, setSessionCookie } from 'better-auth/cookies'
import { twoFactor } from 'better-auth/plugins/two-factor'
import { z } from 'zod'

/** better-auth's name for the cookie of someone whose password was right and whose code is still missing. */
const challengeCookie = 'two_factor'

/** A sign-in that waits for a code lasts this long. */
const challengeSeconds = 10 * 60

/**
 * better-auth's plugin, which answers the right password of a person with a second factor with a challenge in place of a
 * session. Codes are checked by our own: the plugin accepts one twice and limits no attempts.
 */
export const challengePlugin = twoFactor({
  issuer: 'Bureau',
  twoFactorCookieMaxAge: challengeSeconds,
  schema: {
    user: { fields: { twoFactorEnabled: 'two_factor_enabled' } },
    twoFactor: {
      modelName: 'staff_two_factors',
      fields: { userId: 'user_id', backupCodes: 'backup_codes' },
    },
  },
})

/** Calls for ourselves only: they have no path, and better-auth's HTTP handler isn't mounted. */
export const sessionPlugin = {
  id: 'bureau-sessions',
  endpoints: {
    /** Whose sign-in waits for a code, or null. */
    showChallenge: createAuthEndpoint({ method: 'POST' }, async (ctx) => {
      const cookie = ctx.context.createAuthCookie(challengeCookie)
      const identifier = await ctx.getSignedCookie(cookie.name, ctx.context.secret)
      const waiting = identifier && (await ctx.context.internalAdapter.findVerificationValue(identifier))
      const isOpen = waiting && new Date(waiting.expiresAt) > new Date()
      return ctx.json({ user: isOpen ? Number(waiting.value) : null })
    }),
    /** Begins a session of that person, whose challenge is over with it. */
    beginSession: createAuthEndpoint(
      { method: 'POST', body: z.object({ user: z.number(), isRemembered: z.optional(z.boolean()) }) },
      async (ctx) => {
        const { authCookies, internalAdapter, secret } = ctx.context
        const { isRemembered } = ctx.body
        const forgetful = await ctx.getSignedCookie(authCookies.dontRememberToken.name, secret)
        const isBrief = isRemembered === undefined ? Boolean(forgetful) : !isRemembered
        const cookie = ctx.context.createAuthCookie(challengeCookie)
        const identifier = await ctx.getSignedCookie(cookie.name, secret)
        if (identifier) await internalAdapter.deleteVerificationByIdentifier(identifier)
        const user = await internalAdapter.findUserById(String(ctx.body.user))
        if (!user) return ctx.json({ token: null })
        const session = await internalAdapter.createSession(user.id, isBrief)
        await setSessionCookie(ctx, { session, user }, isBrief)
        expireCookie(ctx, cookie)
        return ctx.json({ token: session.token })
      },
    ),
  },
} as const
