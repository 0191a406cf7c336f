import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'

import type { PortalLink, PortalLogin } from '#contract/portal/links.ts'
import { translated } from '#contract/translations/translations.ts'
import { minuteMs } from '#contract/values/durations.ts'
import type { Context } from '#server/context.ts'
import { countEmails } from '#server/outgoing/mail/limits.ts'
import type { StaffCaller } from '#server/platform/access/caller-types.ts'
import { linkTokenHash, newLinkToken } from '#server/platform/access/link-token.ts'
import { originOf } from '#server/platform/access/origin.ts'
import { Tenant } from '#server/platform/access/tenant.ts'
import { audit } from '#server/platform/audit/record.ts'
import type { Database } from '#server/platform/db/database.ts'
import { now, timestamp } from '#server/platform/lib/clock.ts'
import { HttpError, invalidField } from '#server/platform/lib/http-error.ts'
import { derivedSecret } from '#server/platform/lib/seal.ts'
import { fullName } from '#server/records/customers/columns.ts'
import { revokeDocumentLinks } from '#server/records/document-links/document-links.ts'

import {
  type PortalLetter,
  type Writer,
  requireMailServer,
  sendPortalLetter,
  sendToAll,
  writerTo,
} from './letters.ts'
import { beginPortalSession, hasBegunAfter, setPortalCookie } from './sessions.ts'

const validForMinutes = 15
/** How long the browser that used a link can repeat that: as long as somebody may try again after a response that was lost. */
const repeatableMs = 2 * minuteMs

/** Makes a link for the customer and emails it if asked to; the one before stops working. Throws 404, 409 and 429. */
export async function makeLink(
  { config, staff, publicUrl }: Pick<Context, 'config' | 'staff' | 'publicUrl'>,
  tenant: Tenant,
  { user }: StaffCaller,
  { id, isEmailed }: { readonly id: number; readonly isEmailed: boolean },
): Promise<PortalLink> {
  const customer = await requireCustomer(tenant, id)
  if (isEmailed && !config.mail)
    throw new HttpError('CONFLICT', 'This service can’t send email. Copy the link instead.')
  await staff.countPortalLink(id)
  const { token, expires_at } = await tenant.transaction(async (trx) => {
    const { name } = await requireCustomer(trx, id)
    const made = await storeLink(
      trx,
      id,
      isEmailed
        ? { delivery: 'emailed', delivered_to: customer.email }
        : { delivery: 'shown', delivered_to: user.name },
    )
    await audit(trx, {
      action: 'portal.link_created',
      target: { kind: 'customer', id, name },
      changes: { is_emailed: { from: null, to: isEmailed } },
    })
    return made
  })
  const link = addressOf(publicUrl(), token)
  if (!isEmailed || !config.mail) return { link, expires_at, problem: null }
  const writer = await writerTo(tenant, id)
  const problem = await sendPortalLetter(
    config.mail,
    { to: customer.email, replyTo: user.email },
    writer,
    letterOf(writer, customer.name, link),
  )
  if (problem === null) return { link: null, expires_at, problem }
  await tenant
    .update('portal_links')
    .set({ delivery: 'shown', delivered_to: user.name })
    .where('token_hash', '=', linkTokenHash(token))
    .execute()
  return { link, expires_at, problem }
}

/**
 * Emails a new link to the customer whom the link of that token was for, whatever became of it; the one before stops working. Returns
 * the address without giving it away. Throws 409, 422 and 429.
 */
export async function renewPortalLink(
  context: Pick<Context, 'config' | 'store' | 'staff' | 'publicUrl'>,
  request: FastifyRequest,
  token: string,
): Promise<string[]> {
  const { db, dialect } = context.store
  const link = await findLink(db, token)
  if (!link) await context.staff.countGuess(request)
  const id = link?.customer_id ?? 0
  const origin = originOf({ kind: 'customer', id }, request)
  const tenant = new Tenant(db, dialect, link?.account_id ?? 0, '', origin)
  const customer = link && (await readCustomer(tenant, id))
  if (!customer || customer.isArchived) throw wrongLink(undefined)
  const server = requireMailServer(context)
  await context.staff.countPortalLink(id)
  const { email, name } = customer
  const fresh = await tenant.transaction(async (trx) => {
    await countEmails(trx, 'recipient', [email])
    return storeLink(trx, id, { delivery: 'emailed', delivered_to: email })
  })
  const writer = await writerTo(tenant, id)
  const letter = letterOf(writer, name, addressOf(context.publicUrl(), fresh.token))
  return sendToAll(server, [email], writer, letter)
}

/** Stores a new link; the one before stops working. */
async function storeLink(
  trx: Tenant,
  customer: number,
  known: { readonly delivery: 'emailed' | 'shown'; readonly delivered_to: string },
): Promise<{ readonly token: string; readonly expires_at: string }> {
  // Of two links at the same moment, the second must see the first.
  await trx.lock(`portal ${customer}`)
  await trx
    .update('portal_links')
    .set({ status: 'replaced' })
    .where('customer_id', '=', customer)
    .where('status', '=', 'pending')
    .execute()
  const token = newLinkToken()
  const expires_at = timestamp(Date.now() + validForMinutes * minuteMs)
  await trx.insertOne('portal_links', {
    customer_id: customer,
    token_hash: linkTokenHash(token),
    status: 'pending',
    expires_at,
    ...known,
  })
  return { token, expires_at }
}

/** In the fragment, which no server and no log gets to see. */
const addressOf = (publicUrl: string, token: string) => `${publicUrl}/portal#token=${token}`

const letterOf = ({ language }: Writer, customer: string, url: string): PortalLetter => ({
  subject: 'Your link to the customer portal of {business}',
  values: { customer, minutes: String(validForMinutes) },
  message: ['Hello {customer},', 'Open this link to see what {business} shares with you:'],
  action: { label: translated(language, 'Open portal'), url },
  after: [
    'It works once, for {minutes} minutes, and is for you alone: anyone who has it can open it. If it has expired, its page can email you a new one.',
  ],
})

/** Returns the sessions that the customer has now, the newest first. Throws 404. */
export async function listCustomerSessions(tenant: Tenant, id: number): Promise<PortalLogin[]> {
  const customer = await readCustomer(tenant, id)
  if (!customer) throw new HttpError('NOT_FOUND')
  // Those of an archived one end with their next request.
  if (customer.isArchived) return []
  return tenant
    .select('portal_sessions')
    .select(['id', 'created_at', 'expires_at'])
    .where('customer_id', '=', id)
    .where('viewed_by', 'is', null)
    .where('expires_at', '>', now())
    .orderBy('id', 'desc')
    .execute()
}

/** Ends the sessions of the customer, and the links that would begin another one. Throws 404. */
export const endCustomerSessions = (tenant: Tenant, id: number): Promise<void> =>
  tenant.transaction(async (trx) => {
    const customer = await readCustomer(trx, id)
    if (!customer) throw new HttpError('NOT_FOUND')
    // The link first: of one that is used in this moment, the session is found afterwards.
    const links = await trx
      .update('portal_links')
      .set({ expires_at: now() })
      .where('customer_id', '=', id)
      .where('status', '=', 'pending')
      .where('expires_at', '>', now())
      .returning('id')
      .execute()
    const sessions = await trx
      .delete('portal_sessions')
      .where('customer_id', '=', id)
      .where('viewed_by', 'is', null)
      .where('expires_at', '>', now())
      .returning('id')
      .execute()
    const revoked = await revokeDocumentLinks(trx, id)
    if (links.length + sessions.length + revoked === 0) return
    await audit(trx, {
      action: 'portal.sessions_ended',
      target: { kind: 'customer', id, name: customer.name },
    })
  })

/** Begins a session in which a person sees the portal as the customer. Throws 404 and 409. */
export async function beginView(
  context: Pick<Context, 'config' | 'store' | 'staff'>,
  tenant: Tenant,
  viewer: StaffCaller,
  reply: FastifyReply,
  id: number,
): Promise<void> {
  const { db, dialect } = context.store
  const token = await db.transaction().execute(async (trx) => {
    const own = new Tenant(trx, dialect, tenant.account, tenant.actor, tenant.origin)
    const { name } = await requireCustomer(own, id)
    await audit(own, { action: 'portal.viewed_as', target: { kind: 'customer', id, name } })
    return beginPortalSession(trx, { account: tenant.account, customer: id, viewer, link: null })
  })
  setPortalCookie(context, reply, token, true)
}

/** Secrets that a browser begins a session with. */
interface Entry {
  /** Of the link. */
  readonly token: string
  readonly claim?: string | undefined
}

/**
 * Begins the session of the customer that a link is for, which then works no more; of two requests with it, one finds it used. One
 * with the claim of the first gets the same session for two minutes, unless that has ended. Returns the secret of the session.
 * Throws 422 where the link doesn’t work, and 429.
 */
export async function enterWithLink(
  { config, store, staff, sealKey }: Pick<Context, 'config' | 'store' | 'staff' | 'sealKey'>,
  request: FastifyRequest,
  reply: FastifyReply,
  { token, claim }: Entry,
): Promise<string> {
  const link = await findLink(store.db, token)
  if (!link) await staff.countGuess(request)
  const session = claim === undefined ? newLinkToken() : claimedSession(sealKey, token, claim)
  const isFirst = link?.status === 'pending' && (await redeem(store, request, link, session))
  if (!isFirst) {
    const since = timestamp(Date.now() - repeatableMs)
    const isRepeated = claim !== undefined && (await hasBegunAfter(store.db, session, since))
    if (!isRepeated) throw wrongLink((await findLink(store.db, token))?.status)
  }
  setPortalCookie({ config }, reply, session, false)
  return session
}

/** The secret of the session that a link and a claim begin: for both the same one each time. */
const claimedSession = (key: Context['sealKey'], token: string, claim: string): string =>
  derivedSecret(key, `session of the portal ${linkTokenHash(token)} ${claim}`)

/** Uses up the link and begins the session of that secret. Returns false if the link stopped working meanwhile. Throws 422. */
const redeem = (
  { db, dialect }: Context['store'],
  request: FastifyRequest,
  { id: link, account_id: account, customer_id: id, delivery, delivered_to: to }: FoundLink,
  session: string,
): Promise<boolean> =>
  db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('portal_links')
      .set({ status: 'used' })
      .where('id', '=', link)
      .where('status', '=', 'pending')
      .where('expires_at', '>', now())
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return false
    const origin = originOf({ kind: 'customer', id }, request)
    const customer = await readCustomer(new Tenant(trx, dialect, account, '', origin), id)
    if (!customer || customer.isArchived) throw wrongLink(undefined)
    const tenant = new Tenant(trx, dialect, account, customer.name, origin)
    await audit(tenant, { action: 'portal.signed_in', target: { kind: 'customer', id, name: customer.name } })
    const by = delivery !== null && to !== null ? { id: link, delivery, to } : null
    await beginPortalSession(trx, { account, customer: id, viewer: null, link: by }, session)
    return true
  })

type FoundLink = NonNullable<Awaited<ReturnType<typeof findLink>>>

async function findLink(db: Kysely<Database>, token: string) {
  const found = await db
    .selectFrom('portal_links')
    .select(['id', 'account_id', 'customer_id', 'status', 'expires_at', 'delivery', 'delivered_to'])
    .where('token_hash', '=', linkTokenHash(token))
    .executeTakeFirst()
  if (!found) return undefined
  const isExpired = found.status === 'pending' && found.expires_at <= now()
  return { ...found, status: isExpired ? ('expired' as const) : found.status }
}

const reasons = {
  used: 'This link was already used. Ask for a new one to open the portal again.',
  replaced: 'This link was replaced. Use the newest one that you were sent.',
  expired: 'Links work for 15 minutes, and this one has expired. Ask for a new one.',
} as const

const wrongLink = (status: keyof typeof reasons | 'pending' | undefined) =>
  invalidField(
    'token',
    status === undefined || status === 'pending'
      ? 'This link doesn’t work. Open it from the message again, or ask for a new one.'
      : reasons[status],
  )

/** Undefined for one who doesn't exist. */
export async function readCustomer(tenant: Tenant, id: number) {
  const row = await tenant
    .select('customers')
    .select(['name', 'last_name', 'email', 'archived_at'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row && { name: fullName(row), email: row.email, isArchived: row.archived_at !== null }
}

/** Throws 404, and 409 for one who is archived. */
export async function requireCustomer(tenant: Tenant, id: number) {
  const customer = await readCustomer(tenant, id)
  if (!customer) throw new HttpError('NOT_FOUND')
  if (customer.isArchived)
    throw new HttpError(
      'CONFLICT',
      'This customer is archived. Unarchive them to share the portal with them.',
    )
  return customer
}
