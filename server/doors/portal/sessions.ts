import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'

import type { AnswerLink } from '#contract/documents/documents.ts'
import type { LinkedKind } from '#contract/documents/linked-kinds.ts'
import { portalPath } from '#contract/portal/portal.ts'
import { dayMs, hourMs } from '#contract/values/durations.ts'
import type { Endpoint, RecordName } from '#contract/wire/endpoint.ts'
import type { Config } from '#server/config.ts'
import type { PortalCaller, SessionAccess, StaffCaller } from '#server/platform/access/caller-types.ts'
import { linkTokenHash, newLinkToken } from '#server/platform/access/link-token.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { Store } from '#server/platform/db/store.ts'
import { now, timestamp } from '#server/platform/lib/clock.ts'
import { HttpError } from '#server/platform/lib/http-error.ts'
import { fullName, permissionNames } from '#server/records/customers/columns.ts'
import { meetingsOfCustomer } from '#server/records/meetings/rows.ts'

/** How long a customer stays in the portal with one link. */
const customerMs = dayMs
/** How long a person of the business sees it as a customer. */
const viewMs = hourMs
/** How long a link that no longer works still says why. */
const rememberedMs = 7 * dayMs

/** Dependencies of a request of the portal. */
export interface PortalNeeds {
  readonly store: Store
  readonly staff: { ended(sessions: readonly SessionAccess[]): Promise<ReadonlySet<SessionAccess>> }
  readonly config: Pick<Config, 'publicUrl'>
}

/** A session that begins, for whom. */
interface NewSession {
  readonly account: number
  readonly customer: number
  /** The person who will see the portal as that customer; null for the customer. */
  readonly viewer: StaffCaller | null
  /** The link that it begins with; null for a person. */
  readonly link: AnswerLink | null
  /** That link, if it is one in an email to one document: the session sees nothing else. */
  readonly documentLink?: number
}

/** Begins a session in a transaction, and returns the secret of its cookie: a fresh one, unless it is given. */
export async function beginPortalSession(
  trx: Kysely<Database>,
  { account, customer, viewer, link, documentLink }: NewSession,
  token: string = newLinkToken(),
): Promise<string> {
  await trx
    .insertInto('portal_sessions')
    .values({
      account_id: account,
      customer_id: customer,
      token_hash: linkTokenHash(token),
      created_at: now(),
      expires_at: timestamp(Date.now() + (viewer ? viewMs : customerMs)),
      staff_session_id: viewer?.sessionId ?? null,
      staff_role: viewer?.role ?? null,
      viewed_by: viewer?.user.name ?? null,
      link: link && JSON.stringify(link),
      document_link_id: documentLink ?? null,
    })
    .execute()
  return token
}

/** Whether the session of that secret began after that time, and hasn’t ended. */
export async function hasBegunAfter(db: Kysely<Database>, token: string, time: string): Promise<boolean> {
  const row = await db
    .selectFrom('portal_sessions')
    .select('id')
    .where('token_hash', '=', linkTokenHash(token))
    .where('created_at', '>', time)
    .where('expires_at', '>', now())
    .executeTakeFirst()
  return row !== undefined
}

/** Returns who is in the portal. Throws 401 for everybody else, also with a credential or the session of a person. */
export async function portalCallerOf(needs: PortalNeeds, request: FastifyRequest): Promise<PortalCaller> {
  const token = request.headers.authorization === undefined ? tokenOf(needs.config, request) : undefined
  const caller = token && (await findPortalCaller(needs, token))
  if (!caller)
    throw new HttpError('UNAUTHENTICATED', 'This session has ended. Ask for a new link.', {
      headers: { 'www-authenticate': 'Bearer' },
    })
  return caller
}

/** Returns who has the session of that secret, unless it has ended: with its time, its customer or the person’s own session. */
export async function findPortalCaller(
  { store: { db }, staff }: Pick<PortalNeeds, 'store' | 'staff'>,
  token: string,
): Promise<PortalCaller | undefined> {
  const row = await db
    .selectFrom('portal_sessions')
    .innerJoin('customers', (join) =>
      join
        .onRef('customers.id', '=', 'portal_sessions.customer_id')
        .onRef('customers.account_id', '=', 'portal_sessions.account_id'),
    )
    .leftJoin('connections', 'connections.account_id', 'portal_sessions.account_id')
    .leftJoin('document_links', 'document_links.id', 'portal_sessions.document_link_id')
    .select(['portal_sessions.id', 'portal_sessions.account_id', 'portal_sessions.customer_id'])
    .select([
      'portal_sessions.expires_at',
      'staff_session_id',
      'staff_role',
      'viewed_by',
      'portal_sessions.link',
    ])
    .select(['customers.name', 'customers.last_name', 'customers.email', 'customers.permissions'])
    .select(['customers.archived_at', 'connections.id as connection_id'])
    .select(['document_link_id', 'about', 'about_id', 'recipients', 'confirmed_at', 'revoked_at'])
    .where('portal_sessions.token_hash', '=', linkTokenHash(token))
    .where('portal_sessions.expires_at', '>', now())
    .executeTakeFirst()
  if (!row) return undefined
  const viewer = row.staff_session_id !== null && {
    sessionId: row.staff_session_id,
    account: row.account_id,
    role: row.staff_role,
  }
  const isOver =
    row.archived_at !== null ||
    row.connection_id !== null ||
    row.revoked_at !== null ||
    (viewer && (await staff.ended([viewer])).has(viewer))
  if (isOver) {
    // For good: it doesn't come back with a customer who is brought back.
    await db.deleteFrom('portal_sessions').where('id', '=', row.id).execute()
    return undefined
  }
  return {
    kind: 'customer',
    sessionId: row.id,
    id: row.customer_id,
    name: fullName(row),
    email: row.email,
    account: row.account_id,
    permissions: permissionNames(row.permissions),
    expiresAt: row.expires_at,
    viewedBy: row.viewed_by,
    link: row.link === null ? null : (JSON.parse(row.link) as AnswerLink),
    document:
      row.document_link_id === null || row.about === null || row.about_id === null || row.recipients === null
        ? null
        : {
            linkId: row.document_link_id,
            kind: row.about,
            id: row.about_id,
            recipients: JSON.parse(row.recipients) as string[],
            isConfirmed: row.confirmed_at !== null,
          },
  }
}

/** The only address whose mail lets them in; undefined where a link was shown to somebody, or went to several. */
export function mailboxOf({ document, link }: Pick<PortalCaller, 'document' | 'link'>): string | undefined {
  if (document) return onlyAddress(document.recipients)
  return link?.delivery === 'emailed' ? link.to : undefined
}

/** The address, if it is one alone. */
export const onlyAddress = ([address, ...others]: readonly string[]): string | undefined =>
  others.length === 0 ? address : undefined

/** Ends the session of the request, if it has one. */
export async function endPortalSession(
  { store: { db }, config }: PortalNeeds,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const token = tokenOf(config, request)
  if (token === undefined) return
  await db.deleteFrom('portal_sessions').where('token_hash', '=', linkTokenHash(token)).execute()
  setCookie(config, reply, '', 0)
}

/** Sets the cookie of a session. It is for the portal’s endpoints alone, and for pages of ours. */
export const setPortalCookie = (
  { config }: Pick<PortalNeeds, 'config'>,
  reply: FastifyReply,
  token: string,
  isView: boolean,
): void => setCookie(config, reply, token, (isView ? viewMs : customerMs) / 1000)

function setCookie(config: PortalNeeds['config'], reply: FastifyReply, value: string, seconds: number) {
  const attributes = [`Path=${portalPath}`, `Max-Age=${seconds}`, 'HttpOnly', 'SameSite=Strict']
  if (isHttps(config)) attributes.push('Secure')
  void reply.header('set-cookie', [`${cookieName(config)}=${value}`, ...attributes].join('; '))
}

const isHttps = ({ publicUrl }: PortalNeeds['config']) => publicUrl?.startsWith('https:') ?? false

/** `__Host-` would need the path `/`, and with it the cookie in every request. */
const cookieName = (config: PortalNeeds['config']) => `${isHttps(config) ? '__Secure-' : ''}bureau.portal`

/** The secret in the cookie of a request. */
export function tokenOf(config: PortalNeeds['config'], { headers }: FastifyRequest): string | undefined {
  const name = `${cookieName(config)}=`
  const found = (headers.cookie ?? '').split('; ').find((cookie) => cookie.startsWith(name))
  const token = found?.slice(name.length) ?? ''
  return /^[\w-]{43}$/.test(token) ? token : undefined
}

/** The record that each kind of linked document is. */
const recordsOf = {
  invoice: 'invoices',
  proposal: 'documents',
  contract: 'documents',
} as const satisfies Record<LinkedKind, RecordName>

/**
 * Throws 404 unless that record is the customer’s and was sent to them: a draft isn’t there yet. A meeting is theirs to change only if
 * they made it. Who came with the link to one document sees no other.
 */
export async function requirePortalRecord(
  tenant: Tenant,
  caller: PortalCaller,
  { record, permission }: Pick<Endpoint, 'record' | 'permission'>,
  { id }: { readonly id: number },
): Promise<void> {
  const { document } = caller
  const isLinked =
    document?.id === id && record === recordsOf[document.kind] && permission === `view-${document.kind}`
  if (document && !isLinked) throw new HttpError('NOT_FOUND')
  const row = await recordOf(tenant, caller, { record, permission })
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw new HttpError('NOT_FOUND')
}

function recordOf(
  tenant: Tenant,
  caller: PortalCaller,
  { record, permission }: Pick<Endpoint, 'record' | 'permission'>,
) {
  type Rows = ReturnType<typeof ownInvoices>
  if (record === 'invoices') return ownInvoices(tenant, caller)
  if (record === 'credit_notes') return ownCreditNotes(tenant, caller) as unknown as Rows
  if (record === 'subscriptions') return ownSubscriptions(tenant, caller) as unknown as Rows
  if (record === 'meetings') {
    const meetings = meetingsOfCustomer(tenant, caller)
    const own = permission === 'view-meeting' ? meetings : meetings.where('made_by_customer', '=', 1)
    return own as unknown as Rows
  }
  return ownDocuments(
    tenant,
    caller,
    permission === 'view-proposal' ? 'proposal' : 'contract',
  ) as unknown as Rows
}

/** `select … from invoices`: those that the customer was sent. */
export const ownInvoices = (tenant: Tenant, { id }: Pick<PortalCaller, 'id'>) =>
  tenant.select('invoices').where('customer_id', '=', id).where('status', '!=', 'draft')

/** `select … from credit_notes`: those for the customer’s invoices. */
const ownCreditNotes = (tenant: Tenant, caller: Pick<PortalCaller, 'id'>) =>
  tenant.select('credit_notes').where('invoice_id', 'in', ownInvoices(tenant, caller).select('id'))

/** `select … from subscriptions`: those whose invoices are for the customer. */
const ownSubscriptions = (tenant: Tenant, { id }: Pick<PortalCaller, 'id'>) =>
  tenant
    .select('subscriptions')
    .where('schedule_id', 'in', tenant.select('invoice_schedules').select('id').where('customer_id', '=', id))

/** `select … from documents`: those of a kind that the customer was sent. One that is revised is withdrawn. */
export const ownDocuments = (
  tenant: Tenant,
  { id }: Pick<PortalCaller, 'id'>,
  kind: 'proposal' | 'contract',
) =>
  tenant
    .select('documents')
    .where('customer_id', '=', id)
    .where('kind', '=', kind)
    .where('status', '!=', 'draft')

/** Forgets sessions that are over, and links that no longer need to say why they don’t work. */
export async function sweepPortal({ db }: Store): Promise<void> {
  await db.deleteFrom('portal_sessions').where('expires_at', '<=', now()).execute()
  await db
    .deleteFrom('portal_links')
    .where('expires_at', '<=', timestamp(Date.now() - rememberedMs))
    .execute()
}
