import { finished } from 'node:stream'

import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'

import type { PasswordReset } from '#contract/access/password-reset.ts'
import { dayMs, minuteMs } from '#contract/values/durations.ts'
import type { Config } from '#server/config.ts'
import { linkTokenHash, newLinkToken } from '#server/platform/access/link-token.ts'
import { type AuditActor, anonymousActor, personActor } from '#server/platform/access/origin.ts'
import { auditPerson } from '#server/platform/audit/record.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { Store } from '#server/platform/db/store.ts'
import { now, timestamp } from '#server/platform/lib/clock.ts'
import { HttpError, invalidField } from '#server/platform/lib/http-error.ts'
import { type Letter, sendLetter } from '#server/platform/smtp/letter.ts'

import { isDemoStaff } from './demo-staff.ts'
import { refuseCommon, replacePassword } from './password.ts'
import type { SignInNeeds } from './sign-in.ts'

const validForMinutes = 60
/** How long a link that no longer works still says why. */
const rememberedMs = 7 * dayMs

type MailServer = NonNullable<Config['mail']>
type Needs = SignInNeeds & { readonly log: Logger }

/**
 * Emails a link to the person with that address. The response says nothing about whether there is one, nor does the time
 * it takes: the person is looked up once it has been sent. Throws 409 without a mail server, and 429.
 */
export async function requestReset(
  needs: Needs,
  request: FastifyRequest,
  reply: FastifyReply,
  email: string,
): Promise<void> {
  const server = needs.config.mail
  if (!server) throw new HttpError('CONFLICT', 'This service can’t send email. Ask an owner of your account.')
  await needs.throttle.countReset({ ...needs.guessFrom(request), email })
  const actor = anonymousActor(request)
  finished(reply.raw, () => {
    emailLink(needs, server, email.toLowerCase(), actor).catch((error: unknown) =>
      needs.log.error({ err: error }, 'link for a new password not created'),
    )
  })
}

/** Returns whose password the link resets. Throws 422 where it doesn't work. */
export async function describeReset(
  needs: SignInNeeds,
  request: FastifyRequest,
  token: string,
): Promise<{ email: string }> {
  const { person } = await requireReset(needs, request, token)
  return { email: person.email }
}

/**
 * Sets the password with the link, which then works no more; of two requests with it, one finds it used. Ends all sessions
 * of the person and forgets their devices. Throws 422 by field.
 */
export async function resetWithLink(
  needs: Needs,
  request: FastifyRequest,
  { token, password }: PasswordReset,
): Promise<void> {
  const { store } = needs
  const { id, person } = await requireReset(needs, request, token)
  await refuseCommon('password', password)
  const hash = await needs.passwords.hash(password)
  await store.db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('password_resets')
      .set({ status: 'used' })
      .where('id', '=', id)
      .where('status', '=', 'pending')
      .where('expires_at', '>', now())
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw wrongLink((await findReset(trx, token))?.status)
    await replacePassword(trx, person, hash)
    await auditPerson(trx, store.dialect, person, personActor(person, request), { action: 'password.reset' })
  })
  tellOfChange(needs, person.email)
}

/** Emails a person that their password has changed, where the service can; nobody waits for it. */
export function tellOfChange({ config, log, publicUrl }: Needs, email: string): void {
  if (!config.mail) return
  const letter = {
    to: email,
    subject: 'Your Bureau password was changed',
    message: `The password of ${email} on Bureau (${publicUrl()}) was changed.

If you didn’t change it, reset it at once.`,
    action: { label: 'Reset password', url: `${publicUrl()}/forgot-password` },
    more: '',
  }
  sendNotice(config.mail, log, letter).catch((error: unknown) =>
    log.error({ err: error }, 'notice of a changed password not emailed'),
  )
}

/** Forgets links that no longer need to say why they don't work. */
export async function sweepResets({ db }: Store): Promise<void> {
  await db
    .deleteFrom('password_resets')
    .where('expires_at', '<=', timestamp(Date.now() - rememberedMs))
    .execute()
}

async function emailLink(
  { store, log, publicUrl }: Needs,
  server: MailServer,
  email: string,
  actor: AuditActor,
): Promise<void> {
  // Everybody knows their passwords, which therefore can't be changed.
  if (isDemoStaff(email)) return
  const token = newLinkToken()
  const isIssued = await store.db.transaction().execute(async (trx) => {
    const person = await trx
      .selectFrom('staff')
      .select(['id', 'email'])
      .where('email', '=', email)
      .executeTakeFirst()
    if (!person) return false
    // Links from before stay valid until one is used: a stranger’s request must not end the person’s own.
    await trx
      .insertInto('password_resets')
      .values({
        user_id: person.id,
        token_hash: linkTokenHash(token),
        status: 'pending',
        expires_at: timestamp(Date.now() + validForMinutes * minuteMs),
      })
      .execute()
    await auditPerson(trx, store.dialect, person, actor, { action: 'password.reset_requested' })
    return true
  })
  if (!isIssued) return
  await sendNotice(server, log, {
    to: email,
    subject: 'Reset your Bureau password',
    message: `Someone asked to reset the password of ${email} on Bureau (${publicUrl()}).`,
    action: { label: 'Choose a new password', url: `${publicUrl()}/reset-password#token=${token}` },
    more: `The link works once, for ${validForMinutes} minutes. If you didn’t ask for it, ignore this email: your password stays the same.`,
  })
}

/** Sends a letter from Bureau itself. Where that fails, the log says why. */
async function sendNotice(
  server: MailServer,
  log: Logger,
  letter: Omit<Letter, 'fromName' | 'replyTo' | 'language'>,
): Promise<void> {
  const problem = await sendLetter(server, { ...letter, fromName: 'Bureau', replyTo: null, language: 'en' })
  if (problem !== null) log.warn({ problem }, `not emailed: ${letter.subject}`)
}

/** Throws 422; an unknown link counts as a guess, so that trying many is slow. */
async function requireReset(
  { store, throttle, guessFrom }: SignInNeeds,
  request: FastifyRequest,
  token: string,
) {
  const found = await findReset(store.db, token)
  if (!found) await throttle.guard(guessFrom(request), async () => undefined)
  if (found?.status !== 'pending') throw wrongLink(found?.status)
  return found
}

async function findReset(db: Kysely<Database>, token: string) {
  const found = await db
    .selectFrom('password_resets')
    .innerJoin('staff', 'staff.id', 'password_resets.user_id')
    .select(['password_resets.id', 'password_resets.user_id', 'password_resets.status'])
    .select(['password_resets.expires_at', 'staff.email', 'staff.name'])
    .where('password_resets.token_hash', '=', linkTokenHash(token))
    .executeTakeFirst()
  if (!found) return undefined
  const isExpired = found.status === 'pending' && found.expires_at <= now()
  const { id, user_id, name, email, status } = found
  return { id, person: { id: user_id, name, email }, status: isExpired ? ('expired' as const) : status }
}

const reasons = {
  used: 'This link was already used. If you’ve just set a new password, sign in with it. Otherwise, request a new link.',
  replaced: 'The password was changed since this link was sent. Request a new link if you need one.',
  expired: 'Links work for an hour, and this one has expired. Request a new one.',
} as const

const wrongLink = (status: keyof typeof reasons | 'pending' | undefined) =>
  invalidField(
    'token',
    status === undefined || status === 'pending'
      ? 'This link doesn’t work. Open it from the email again, or request a new one.'
      : reasons[status],
  )
