import { randomInt } from 'node:crypto'

import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'

import { viewText } from '#contract/email-texts/invoice-email-texts.ts'
import type { LinkedDocument, OpenedLink } from '#contract/portal/portal.ts'
import { minuteMs } from '#contract/values/durations.ts'
import type { Context } from '#server/context.ts'
import { countEmails } from '#server/outgoing/mail/limits.ts'
import type { OnlyDocument, PortalCaller, StaffCaller } from '#server/platform/access/caller-types.ts'
import { newLinkToken } from '#server/platform/access/link-token.ts'
import { originOf } from '#server/platform/access/origin.ts'
import { Tenant } from '#server/platform/access/tenant.ts'
import { audit } from '#server/platform/audit/record.ts'
import type { Database } from '#server/platform/db/database.ts'
import { now, timestamp } from '#server/platform/lib/clock.ts'
import { HttpError, invalidField } from '#server/platform/lib/http-error.ts'
import { derivedSecret } from '#server/platform/lib/seal.ts'
import {
  type LinkedRecord,
  documentLink,
  findDocumentLink,
  isReadable,
  keepDocumentLink,
  readLinked,
} from '#server/records/document-links/document-links.ts'
import { isTurnOf } from '#server/records/document-links/signers.ts'

import { requireMailServer, sendToAll, writerTo } from './letters.ts'
import { readCustomer, requireCustomer } from './links.ts'
import { describePortal } from './records.ts'
import {
  beginPortalSession,
  findPortalCaller,
  mailboxOf,
  onlyAddress,
  setPortalCookie,
  tokenOf,
} from './sessions.ts'

const codeForMs = 10 * minuteMs
/** Browsers that a link is open in at the same time. */
const mostSessions = 50
/** Wrong entries after which a code no longer works. */
const mostTries = 5

/**
 * Begins a session that sees the document of a link in an email alone. A session that sees it already stays: the customer's own, or one
 * that began with this link. Throws 422 where the link doesn't work, and 429.
 */
export async function openLink(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  token: string,
): Promise<OpenedLink> {
  const { link, linked, tenant } = await requireLink(context, request, token)
  const document = { kind: link.about, id: link.about_id }
  if (!isReadable(link, linked)) return { session: null, document }
  const own = tokenOf(context.config, request)
  const known = own === undefined ? undefined : await findPortalCaller(context, own)
  if (known && sees(known, link, linked)) return { session: await describePortal(tenant, known), document }
  const by =
    link.shown_to === null
      ? ({ delivery: 'emailed', to: addressesOf(link).join(', ') } as const)
      : ({ delivery: 'shown', to: link.shown_to } as const)
  const secret = await context.store.db.transaction().execute(async (trx) => {
    await endOldest(trx, link.id)
    return beginPortalSession(trx, {
      account: tenant.account,
      customer: linked.customer,
      viewer: null,
      link: { id: link.id, ...by },
      documentLink: link.id,
    })
  })
  setPortalCookie(context, reply, secret, false)
  const caller = await findPortalCaller(context, secret)
  // Archived, deleted or revoked in this moment.
  if (!caller) throw new HttpError('UNAUTHENTICATED')
  return { session: await describePortal(tenant, caller), document }
}

/** Ends the oldest sessions with that link, however often it is opened. */
async function endOldest(trx: Kysely<Database>, link: number): Promise<void> {
  const sessions = trx.selectFrom('portal_sessions').where('document_link_id', '=', link)
  const last = await sessions
    .select('id')
    .orderBy('id', 'desc')
    .offset(mostSessions - 1)
    .limit(1)
    .executeTakeFirst()
  if (last)
    await trx
      .deleteFrom('portal_sessions')
      .where('document_link_id', '=', link)
      .where('id', '<=', last.id)
      .execute()
}

/** Whether the session can do what one that begins with the link could; a signer's link lets them sign where the customer's session doesn't. */
const sees = (
  caller: PortalCaller,
  link: { readonly id: number; readonly account_id: number; readonly recipients: string },
  { customer, signer }: LinkedRecord,
): boolean =>
  caller.account === link.account_id &&
  caller.id === customer &&
  caller.viewedBy === null &&
  (caller.document === null
    ? signer === undefined ||
      isTurnOf(signer, mailboxOf(caller)) ||
      !isTurnOf(signer, onlyAddress(addressesOf(link)))
    : caller.document.linkId === link.id)

/**
 * Makes a link to a document of the customer for a person who passes it on themselves; codes to answer with go to the customer,
 * or to who signs next. Throws 404, 409 where the customer doesn't see the document, and 429.
 */
export async function makeDocumentLink(
  { staff, publicUrl }: Pick<Context, 'staff' | 'publicUrl'>,
  tenant: Tenant,
  { user }: StaffCaller,
  id: number,
  { kind, id: document }: LinkedDocument,
): Promise<string> {
  const customer = await requireCustomer(tenant, id)
  const linked = await readLinked(tenant, { about: kind, about_id: document })
  if (linked?.customer !== id)
    throw new HttpError('CONFLICT', `This customer doesn’t see the ${kind} in the portal`)
  await staff.countPortalLink(id)
  const token = newLinkToken()
  await tenant.transaction(async (trx) => {
    const recipients = JSON.stringify([linked.signer?.email ?? customer.email])
    await keepDocumentLink(trx, { about: kind, about_id: document, recipients, shown_to: user.name }, token)
    await audit(trx, {
      action: 'portal.link_created',
      target: { kind: 'customer', id, name: customer.name },
      changes: { is_emailed: { from: null, to: false } },
    })
  })
  return documentLink(publicUrl(), token)
}

/** Emails a new link to where that one went. Returns the addresses without giving them away. Throws 409, 422 and 429. */
export async function renewLink(context: Context, request: FastifyRequest, token: string): Promise<string[]> {
  const { link, linked, tenant } = await requireLink(context, request, token)
  const server = requireMailServer(context)
  const { about, about_id, recipients } = link
  const fresh = newLinkToken()
  await tenant.transaction(async (trx) => {
    await countEmails(trx, 'recipient', addressesOf(link))
    await keepDocumentLink(trx, { about, about_id, recipients }, fresh)
  })
  const writer = await writerTo(tenant, linked.customer)
  return sendToAll(server, addressesOf(link), writer, {
    subject: 'Your new link from {business}',
    message: ['Hello,', 'Open this link to see what {business} sent you:'],
    action: { label: viewText(writer.language), url: documentLink(context.publicUrl(), fresh) },
    after: ['Somebody asked for it with an earlier link. If that wasn’t you, you can ignore this email.'],
  })
}

/** Emails a code to where the link of the session went. Returns the addresses without giving them away. Throws 409 and 429. */
export async function sendCode(context: Context, tenant: Tenant, caller: PortalCaller): Promise<string[]> {
  const { linkId } = requireDocument(caller)
  const server = requireMailServer(context)
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const { recipients } = await tenant
    .select('document_links')
    .select('recipients')
    .where('id', '=', linkId)
    .executeTakeFirstOrThrow()
  const to = addressesOf({ recipients })
  await tenant.transaction(async (trx) => {
    await countEmails(trx, 'recipient', to)
    await trx
      .update('portal_sessions')
      .set({ code_hash: hashOf(context, caller, code), code_sent_at: now(), code_tries: 0 })
      .where('id', '=', caller.sessionId)
      .execute()
  })
  return sendToAll(server, to, await writerTo(tenant, caller.id), {
    subject: '{code} is your code for {business}',
    values: { code },
    message: ['Hello,', 'Enter this code to answer what {business} sent you:'],
    action: { code },
    after: ['It works for 10 minutes. If you didn’t ask for it, you can ignore this email.'],
  })
}

/** Confirms the session with the code that was emailed last. Throws 409 and 422. */
export async function checkCode(
  context: Pick<Context, 'sealKey'>,
  tenant: Tenant,
  caller: PortalCaller,
  code: string,
): Promise<void> {
  requireDocument(caller)
  const row = await tenant
    .update('portal_sessions')
    .set((eb) => ({ code_tries: eb('code_tries', '+', 1) }))
    .where('id', '=', caller.sessionId)
    .where('code_hash', 'is not', null)
    .where('code_tries', '<', mostTries)
    .where('code_sent_at', '>', timestamp(Date.now() - codeForMs))
    .returning('code_hash')
    .executeTakeFirst()
  if (!row) throw invalidField('code', 'This code no longer works. Ask for a new one.')
  if (row.code_hash !== hashOf(context, caller, code))
    throw invalidField('code', 'This isn’t the code. Check the newest email.')
  await tenant
    .update('portal_sessions')
    .set({ confirmed_at: now(), code_hash: null })
    .where('id', '=', caller.sessionId)
    .execute()
}

/** Throws 403 for who came with a link in an email and hasn’t entered the code yet. */
export function requireConfirmed({ document }: PortalCaller): void {
  if (document && !document.isConfirmed)
    throw new HttpError('FORBIDDEN', 'Enter the code that is emailed to you before you answer')
}

function requireDocument({ document }: PortalCaller): OnlyDocument {
  if (!document) throw new HttpError('CONFLICT', 'This session needs no code')
  return document
}

const hashOf = ({ sealKey }: Pick<Context, 'sealKey'>, { sessionId }: PortalCaller, code: string) =>
  derivedSecret(sealKey, `code of the portal ${sessionId} ${code}`)

async function requireLink({ store, staff }: Context, request: FastifyRequest, token: string) {
  const { db, dialect } = store
  const link = await findDocumentLink(db, token)
  if (!link) {
    await staff.countGuess(request)
    throw invalidField('token', 'This link doesn’t work. Open it from the email again.')
  }
  const withdrawn = invalidField(
    'token',
    'What this link leads to was withdrawn, or is no longer shared with you.',
  )
  if (link.revoked_at !== null) throw withdrawn
  const reader = new Tenant(db, dialect, link.account_id, '')
  const linked = await readLinked(reader, link)
  const customer = linked && (await readCustomer(reader, linked.customer))
  if (!linked || !customer) throw withdrawn
  const origin = originOf({ kind: 'customer', id: linked.customer }, request)
  return { link, linked, tenant: new Tenant(db, dialect, link.account_id, customer.name, origin) }
}

const addressesOf = ({ recipients }: { readonly recipients: string }) => JSON.parse(recipients) as string[]
