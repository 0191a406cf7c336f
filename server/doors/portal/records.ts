import type { DocumentKind } from '#contract/documents/documents.ts'
import { localeOf } from '#contract/invoices/looks.ts'
import type {
  PortalDocument,
  PortalDocumentRow,
  PortalMeeting,
  PortalMeetingRow,
  PortalSession,
} from '#contract/portal/portal.ts'
import type { PortalCaller } from '#server/platform/access/caller-types.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import { now } from '#server/platform/lib/clock.ts'
import { HttpError } from '#server/platform/lib/http-error.ts'
import { toDecimal } from '#server/platform/lib/money.ts'
import { type CompanyVersion, readSender, toSender } from '#server/records/company/versions.ts'
import { isTurnOf, nextSigner } from '#server/records/document-links/signers.ts'
import { readAllFiles } from '#server/records/documents/files.ts'
import {
  type DocumentRow,
  readRow,
  readSenderOf,
  readVersion,
  toContractVersion,
  toProposalVersion,
} from '#server/records/documents/rows.ts'
import { statusAfter } from '#server/records/documents/states.ts'
import { currentLook } from '#server/records/invoices/templates/rows.ts'
import {
  type MeetingRow,
  listForCustomer,
  readAttendees,
  readRow as readMeetingRow,
} from '#server/records/meetings/rows.ts'
import { isOver } from '#server/records/meetings/writes.ts'

import { mailboxOf, ownDocuments } from './sessions.ts'

/** The first page of the portal: the customer, the business, and what is shared. */
export async function describePortal(tenant: Tenant, caller: PortalCaller): Promise<PortalSession> {
  const sender = await readSender(tenant, { company_id: null, isSent: false })
  const look = await currentLook(tenant, caller.id, sender)
  return {
    customer: { name: caller.name, email: caller.email },
    business: businessOf(sender),
    permissions: [...caller.permissions],
    time_zone: sender.time_zone,
    language: look.language,
    locale: localeOf(look),
    tax_name: look.tax_name,
    expires_at: caller.expiresAt,
    viewed_by: caller.viewedBy,
    document: caller.document && { kind: caller.document.kind, id: caller.document.id },
    needs_code: caller.document !== null && !caller.document.isConfirmed,
  }
}

/** The business as every page of the portal shows it. */
export function businessOf(sender: CompanyVersion): PortalSession['business'] {
  const { name, logo } = toSender(sender)
  return { name, logo, contact: { name: sender.contact_name, phone: sender.phone, email: sender.email } }
}

/** Which page of a list. */
export interface Page {
  readonly page: number
  readonly limit: number
}

/** Returns one page of the proposals or contracts that the customer was sent, open ones first, and how many there are. */
export async function listDocuments(
  tenant: Tenant,
  caller: PortalCaller,
  kind: DocumentKind,
  { page, limit }: Page,
): Promise<{ rows: PortalDocumentRow[]; total: number }> {
  const own = ownDocuments(tenant, caller, kind)
  const { total } = await own.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await own
    .select(['id', 'kind', 'number', 'status', 'title', 'currency', 'total_amount'])
    .select(['starts_on', 'ends_on', 'sent_at', 'signers', 'signed'])
    .orderBy((eb) => eb.case().when('status', 'in', ['sent', 'viewed']).then(0).else(1).end())
    .orderBy('id', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  const today = await tenant.today()
  return { rows: rows.map((row) => toRow(row, today, caller)), total: Number(total) }
}

type Shown = Pick<
  DocumentRow,
  | 'id'
  | 'kind'
  | 'number'
  | 'status'
  | 'title'
  | 'currency'
  | 'total_amount'
  | 'starts_on'
  | 'ends_on'
  | 'sent_at'
  | 'signers'
  | 'signed'
>

function toRow(
  { kind, starts_on, ends_on, ...row }: Shown,
  today: string,
  caller: PortalCaller,
): PortalDocumentRow {
  const isProposal = kind === 'proposal'
  // The sweep may not have come yet.
  const isPast = isProposal && ends_on !== null && ends_on < today
  const { id, number, status, title, currency, total_amount, sent_at } = row
  const signer = nextSigner(row)
  return {
    id,
    number,
    status: isPast && statusAfter({ kind, status }, 'end') !== undefined ? 'expired' : status,
    title,
    currency,
    total_amount: toDecimal(total_amount, currency),
    sent_at: sent_at ?? '',
    valid_until: isProposal ? ends_on : null,
    starts_on: isProposal ? null : starts_on,
    ends_on: isProposal ? null : ends_on,
    is_open:
      !isPast &&
      statusAfter({ kind, status }, 'agree') !== undefined &&
      (!signer || isTurnOf(signer, mailboxOf(caller))),
  }
}

/** Returns the version of a proposal or contract that was sent last, as its customer sees it. Throws 404. */
export async function readDocument(
  tenant: Tenant,
  caller: PortalCaller,
  kind: DocumentKind,
  id: number,
): Promise<PortalDocument> {
  const row = await readRow(tenant, kind, id)
  const version = await readVersion(tenant, id)
  // Withdrawn since it was looked for.
  if (row.status === 'draft' || !version) throw new HttpError('NOT_FOUND')
  const files = await readAllFiles(tenant, id)
  const sent = kind === 'proposal' ? toProposalVersion(version, files) : toContractVersion(version, files)
  const { customer_name, edition, sections, line_items, attachments, answer, sha256, hashed, sent_at } = sent
  const signers = 'signers' in sent ? sent.signers : []
  return {
    ...toRow(row, await tenant.today(), caller),
    customer_name,
    edition,
    sections,
    line_items,
    attachments,
    signers: signers.map(({ name, signature }) => ({ name, signature })),
    answer,
    sha256,
    hashed,
    sent_at,
    sender: toSender(await readSenderOf(tenant, row, version)),
  }
}

/** Returns one page of the meetings that the customer is invited to or has made, those to come first, and how many there are. */
export async function listMeetings(
  tenant: Tenant,
  caller: PortalCaller,
  page: Page,
): Promise<{ rows: PortalMeetingRow[]; total: number }> {
  const { rows, total } = await listForCustomer(tenant, caller, page, now())
  return { rows: rows.map(toMeetingRow), total }
}

/** Returns what its customer sees of a meeting. Throws 404. */
export async function readMeeting(tenant: Tenant, id: number): Promise<PortalMeeting> {
  const row = await readMeetingRow(tenant, id)
  const attendees = await readAttendees(tenant, row)
  const own = attendees.find(({ kind, email }) => kind === 'customer' && email !== '')
  const seen = toMeetingRow(row)
  return {
    ...seen,
    notes: row.notes,
    attendees: attendees.flatMap(({ name, kind, email }) =>
      // Of others they see the names; an address is theirs alone.
      name || kind === 'customer' ? [name || email] : [],
    ),
    can_answer: seen.is_to_come && !seen.is_own && own !== undefined,
    answer: own?.answer ?? null,
    note: own?.note ?? '',
    version: row.version,
  }
}

export const toMeetingRow = (row: MeetingRow): PortalMeetingRow => ({
  id: row.id,
  title: row.title,
  status: row.status,
  starts_at: row.starts_at,
  ends_at: row.ends_at,
  time_zone: row.time_zone,
  place: row.place,
  link: row.link,
  is_to_come: row.status === 'scheduled' && !isOver(row),
  is_own: row.made_by_customer === 1,
})
