import type { AuditAction } from '#contract/account/audit-actions.ts'
import type { AnswerLink, DocumentAnswer, DocumentKind, Signer } from '#contract/documents/documents.ts'
import { isSameName } from '#contract/values/folding.ts'
import type { EventType } from '#contract/webhooks/events.ts'
import { emit } from '#server/outgoing/delivery/emit.ts'
import { notifyOfCustomer } from '#server/outgoing/notifications/customer-acts.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import type { Actor } from '#server/platform/audit/activity.ts'
import { audit } from '#server/platform/audit/record.ts'
import { now } from '#server/platform/lib/clock.ts'
import { HttpError, invalidField } from '#server/platform/lib/http-error.ts'
import { isTurnOf, nextSigner, signersOf } from '#server/records/document-links/signers.ts'

import { nameOf, recordDocument } from './activity.ts'
import { type StoredAnswer, frozenAnswer, frozenCountersignature, frozenSignature } from './evidence.ts'
import {
  type DocumentRow,
  type StoredLine,
  linesOf,
  readContract,
  readProposal,
  readRow,
  readVersion,
  withOptions,
} from './rows.ts'
import { requireAction, requireMove, statusAfter } from './states.ts'
import { type Versioned, change } from './writes.ts'

/** Who gives the answer: the customer, or a person whom they told it. */
type By =
  | { readonly kind: 'staff'; readonly name: string; readonly note: string }
  /** The name as they typed it, the address and browser of their request, and the link that they came in with. */
  | {
      readonly kind: 'customer'
      readonly name: string
      readonly note: string
      readonly address: string
      readonly device: string | null
      readonly link: AnswerLink | null
      /** The only address that what they came in with was emailed to; undefined where there is none. */
      readonly mailbox: string | undefined
    }

/** The subject of an answer: the record as a person read it, or the version by the hash that the customer was shown. */
type Read = Versioned | { readonly id: number; readonly sha256: string }

/** A yes accepts a proposal and signs a contract. */
export interface GivenAnswer {
  readonly kind: 'agree' | 'decline'
  readonly by: By
  /** The optional lines that the customer wants, as indexes from 0. */
  readonly chosen?: readonly number[] | undefined
}

/**
 * Records the answer with the version that was sent, with activity and event; of several signers, each signs when it's their turn, and
 * the contract is signed with the last. The tenant's actor is who does it: a person, or the customer by their name. Throws 404, 409 and
 * 412.
 */
export async function answerDocument(
  tenant: Tenant,
  actor: Actor,
  kind: DocumentKind,
  read: Read,
  { kind: move, by, chosen = [] }: GivenAnswer,
): Promise<void> {
  const row = await readRow(tenant, kind, read.id, { forChange: true })
  const status = requireMove(row, move)
  const version = await readVersion(tenant, row.id)
  if (!version) throw new HttpError('CONFLICT')
  const isSame = 'version' in read ? read.version === row.version : read.sha256 === version.sha256
  if (!isSame) throw new HttpError('PRECONDITION_FAILED')
  const today = await tenant.today()
  // The sweep may not have come yet.
  if (kind === 'proposal' && row.ends_on !== null && row.ends_on < today)
    throw new HttpError('CONFLICT', 'This proposal has expired')
  const signer = nextSigner(row)
  if (by.kind === 'customer') requireTurn(signer, by.mailbox)
  const agreed = move === 'agree' ? choiceOf(linesOf(row), chosen) : undefined
  const answer: StoredAnswer = {
    kind: move === 'decline' ? 'declined' : kind === 'proposal' ? 'accepted' : 'signed',
    name: by.name,
    note: by.note,
    recorded_by: by.kind === 'staff' ? tenant.actor : null,
    address: by.kind === 'customer' ? by.address : null,
    device: by.kind === 'customer' ? by.device : null,
    link: by.kind === 'customer' ? by.link : null,
    at: now(),
    ...(agreed && { chosen: agreed.chosen }),
  }
  const signed = row.signed + (signer && move === 'agree' ? 1 : 0)
  const signers = signersOf(row).length
  const isFollowed = move === 'agree' && signed < signers
  await tenant
    .update('document_versions')
    .set({
      ...(isFollowed ? frozenSignature(version, answer) : frozenAnswer(version, answer)),
      viewed_at: version.viewed_at ?? (answer.recorded_by ? null : answer.at),
    })
    .where('id', '=', version.id)
    .execute()
  await change(tenant, row, isFollowed ? { signed } : { status, signed, ...agreed?.columns })
  await recordDocument(tenant, actor, row, {
    event: answer.kind,
    description: `${nameOf(row)} ${answer.kind} by ${by.name}${signers > 1 && move === 'agree' ? `, ${signed} of ${signers}` : ''}`,
  })
  await audit(tenant, {
    action: actionOf(kind, move),
    target: { kind, id: row.id, name: row.number },
    changes: {
      name: { from: null, to: answer.name },
      link: { from: null, to: answer.link && `${answer.link.delivery} to ${answer.link.to}` },
    },
  })
  if (by.kind === 'customer')
    await notifyOfCustomer(tenant, actor, row.customer_id, {
      record: kind,
      id: row.id,
      title: row.title,
      what: answer.kind,
      customer_name: row.customer_name,
      signed_as: isSameName(by.name, row.customer_name) ? null : by.name,
      note: by.note,
    })
  const event = isFollowed ? undefined : events[`${kind}.${answer.kind}`]
  if (event) await emit(tenant, [{ type: event, data: await eventData(tenant, row) }])
}

/** Throws 409 unless it's the turn of who reads the mail of that address. */
function requireTurn(signer: Signer | undefined, mailbox: string | undefined) {
  if (signer && !isTurnOf(signer, mailbox))
    throw new HttpError('CONFLICT', `${signer.name} signs next, by the link in the email to them`)
}

/** Returns what becomes of the lines of a document that has options; undefined of one that has none. Throws 422. */
function choiceOf(lines: readonly StoredLine[], given: readonly number[]) {
  const items = lines.filter(({ kind }) => kind === 'item')
  const chosen = [...new Set(given)].toSorted((left, right) => left - right)
  if (chosen.some((index) => !items[index]?.is_optional))
    throw invalidField('chosen', 'Choose among the optional lines')
  if (!items.some(({ is_optional }) => is_optional)) return undefined
  if (chosen.length === 0 && items.every(({ is_optional }) => is_optional))
    throw invalidField('chosen', 'Choose at least one of the options')
  return { chosen, columns: withOptions(lines, chosen) }
}

function actionOf(kind: DocumentKind, move: GivenAnswer['kind']): AuditAction {
  if (move === 'decline') return `${kind}.declined`
  return kind === 'proposal' ? 'proposal.accepted' : 'contract.signed'
}

const events: Readonly<Record<string, EventType>> = {
  'proposal.accepted': 'proposal.accepted',
  'proposal.declined': 'proposal.declined',
  'contract.signed': 'contract.signed',
}

/** The document as events tell it: without what only its page needs, and without the address of the customer. */
async function eventData(tenant: Tenant, { kind, id }: DocumentRow) {
  const document = kind === 'proposal' ? await readProposal(tenant, id) : await readContract(tenant, id)
  const { sender: _sender, look: _look, version: _version, viewed_at: _viewed, ...shown } = document
  // The addresses of attachments let anybody read them.
  const { sections: _sections, attachments: _attachments, ...data } = shown
  if ('conversions' in data) {
    const { conversions: _conversions, ...rest } = data
    return { ...rest, answer: publicAnswer(data.answer) }
  }
  const { signers: _signers, ...rest } = data
  return { ...rest, answer: publicAnswer(data.answer) }
}

function publicAnswer(answer: DocumentAnswer | null) {
  if (!answer) return null
  const { kind, name, note, recorded_by, at } = answer
  return { kind, name, note, recorded_by, at }
}

/** Records that the customer opened what was sent. Returns whether it was the first time. Throws 404, and 409 where nothing can be opened. */
export async function viewDocument(
  tenant: Tenant,
  actor: Actor,
  kind: DocumentKind,
  id: number,
): Promise<boolean> {
  const row = await readRow(tenant, kind, id, { forChange: true })
  const version = row.status === 'draft' ? undefined : await readVersion(tenant, id)
  if (!version) throw new HttpError('CONFLICT', `This ${kind} isn’t open`)
  if (version.viewed_at !== null) return false
  await tenant.update('document_versions').set({ viewed_at: now() }).where('id', '=', version.id).execute()
  const { title, customer_name } = row
  const act = { record: kind, id, title, what: 'viewed', customer_name } as const
  await notifyOfCustomer(tenant, actor, row.customer_id, act)
  const status = statusAfter(row, 'view')
  if (status === undefined) return true
  await change(tenant, row, { status })
  await recordDocument(tenant, actor, row, { event: 'viewed', description: `${nameOf(row)} viewed` })
  return true
}

/**
 * Signs a contract for the business once its customer has, with activity and an entry in the audit log. Throws 404, 412, and 409 in
 * another status or where that was done before.
 */
export async function countersignContract(
  tenant: Tenant,
  actor: Actor,
  { id, version }: Versioned,
  name: string,
): Promise<void> {
  const row = await readRow(tenant, 'contract', id, { forChange: true })
  requireAction(row, 'countersign')
  if (row.version !== version) throw new HttpError('PRECONDITION_FAILED')
  const signed = await readVersion(tenant, id)
  if (!signed || signed.countersignature !== null)
    throw new HttpError('CONFLICT', 'This contract was countersigned before')
  await tenant
    .update('document_versions')
    .set(frozenCountersignature(signed, { name, signed_by: tenant.actor, at: now() }))
    .where('id', '=', signed.id)
    .execute()
  await change(tenant, row, {})
  await recordDocument(tenant, actor, row, {
    event: 'countersigned',
    description: `Contract countersigned by ${name}`,
  })
  await audit(tenant, {
    action: 'contract.countersigned',
    target: { kind: 'contract', id, name: row.number },
    changes: { name: { from: null, to: name } },
  })
}

/** Ends a signed contract, with activity. Throws 404, 409 and 412. */
export async function endContract(tenant: Tenant, actor: Actor, { id, version }: Versioned): Promise<void> {
  const row = await readRow(tenant, 'contract', id, { forChange: true })
  const status = requireMove(row, 'end')
  if (row.version !== version) throw new HttpError('PRECONDITION_FAILED')
  await change(tenant, row, { status })
  await recordDocument(tenant, actor, row, { event: 'ended', description: 'Contract ended' })
}
