import type { Kysely } from 'kysely'

import { contractAllows } from '#contract/documents/contract-states.ts'
import type { Signer } from '#contract/documents/documents.ts'
import type { LinkedKind } from '#contract/documents/linked-kinds.ts'
import { proposalAllows } from '#contract/documents/proposal-states.ts'
import { allows } from '#contract/invoices/states.ts'
import { dayMs } from '#contract/values/durations.ts'
import type { PartNeeds } from '#server/outgoing/mail/queue.ts'
import { linkTokenHash } from '#server/platform/access/link-token.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import type { Database } from '#server/platform/db/database.ts'
import { now, timestamp } from '#server/platform/lib/clock.ts'
import { derivedSecret } from '#server/platform/lib/seal.ts'
import { permissionNames } from '#server/records/customers/columns.ts'

import { nextSigner } from './signers.ts'

/** What a link leads to. */
export interface Linked {
  readonly about: LinkedKind
  readonly about_id: number
}

/** How long a link also leads to what was paid or answered. */
const readableMs = 30 * dayMs

/**
 * Returns the link to the document that an email is about, the same in each attempt to send it; undefined where its customer wouldn't
 * see it.
 */
export async function linkInEmail(
  { sealKey, publicUrl }: Pick<PartNeeds, 'sealKey' | 'publicUrl'>,
  tenant: Tenant,
  {
    about,
    about_id,
    message_id,
    recipients,
  }: Linked & { readonly message_id: string; readonly recipients: string },
): Promise<string | undefined> {
  const linked = await readLinked(tenant, { about, about_id })
  if (!linked) return undefined
  const token = derivedSecret(sealKey, `link in email ${message_id}`)
  await keepDocumentLink(tenant, { about, about_id, recipients }, token)
  return documentLink(publicUrl(), token)
}

/** In the fragment, which no server and no log gets to see. */
export const documentLink = (publicUrl: string, token: string): string => `${publicUrl}/portal#link=${token}`

/** Stores the hash of a link, in a row that says the rest. */
export async function keepDocumentLink(
  tenant: Tenant,
  link: Linked & { readonly recipients: string; readonly shown_to?: string },
  token: string,
): Promise<void> {
  const token_hash = linkTokenHash(token)
  const kept = await tenant
    .select('document_links')
    .select('id')
    .where('token_hash', '=', token_hash)
    .executeTakeFirst()
  if (!kept) await tenant.insertOne('document_links', { ...link, token_hash, created_at: now() })
}

/** Returns the link of that secret, in whatever account it is. */
export const findDocumentLink = (db: Kysely<Database>, token: string) =>
  db
    .selectFrom('document_links')
    .select(['id', 'account_id', 'about', 'about_id', 'recipients', 'shown_to'])
    .select(['created_at', 'revoked_at'])
    .where('token_hash', '=', linkTokenHash(token))
    .executeTakeFirst()

/** Where a link leads to. */
export interface LinkedRecord {
  readonly customer: number
  /** Whether it waits for the customer. */
  readonly isOpen: boolean
  /** Who signs it next; undefined if that is nobody in particular. */
  readonly signer: Signer | undefined
}

/** Returns what a link leads to; undefined where the customer doesn't see it in the portal. */
export async function readLinked(
  tenant: Tenant,
  { about, about_id }: Linked,
): Promise<LinkedRecord | undefined> {
  const row =
    about === 'invoice'
      ? await tenant
          .select('invoices')
          .select(['customer_id', 'status'])
          .where('id', '=', about_id)
          .executeTakeFirst()
      : await tenant
          .select('documents')
          .select(['customer_id', 'status', 'signers', 'signed'])
          .where('id', '=', about_id)
          .where('kind', '=', about)
          .executeTakeFirst()
  if (!row || row.status === 'draft') return undefined
  const { customer_id, status } = row
  return (await isShared(tenant, customer_id, about))
    ? {
        customer: customer_id,
        isOpen: isOpen(about, status),
        signer: 'signers' in row ? nextSigner(row) : undefined,
      }
    : undefined
}

/** Whether the link still leads to the document: it was just emailed, or the document is open. */
export const isReadable = (
  { created_at }: { readonly created_at: string },
  { isOpen: waits }: { readonly isOpen: boolean },
): boolean => waits || created_at > timestamp(Date.now() - readableMs)

/** Ends the links to all documents of a customer. Returns how many there were. */
export async function revokeDocumentLinks(tenant: Tenant, customer: number): Promise<number> {
  const ids = (table: 'invoices' | 'documents') =>
    tenant.select(table).select('id').where('customer_id', '=', customer)
  const revoked = await tenant
    .update('document_links')
    .set({ revoked_at: now() })
    .where('revoked_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb.and([eb('about', '=', 'invoice'), eb('about_id', 'in', ids('invoices'))]),
        eb.and([eb('about', '!=', 'invoice'), eb('about_id', 'in', ids('documents'))]),
      ]),
    )
    .returning('id')
    .execute()
  return revoked.length
}

async function isShared(tenant: Tenant, customer: number, kind: LinkedKind): Promise<boolean> {
  const row = await tenant
    .select('customers')
    .select('permissions')
    .where('id', '=', customer)
    .where('archived_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined && permissionNames(row.permissions).includes(`view-${kind}`)
}

/** Whether the document waits for its customer. */
function isOpen(kind: LinkedKind, status: string): boolean {
  switch (kind) {
    case 'invoice':
      return allows(status, 'pay')
    case 'proposal':
      return proposalAllows(status, 'accept')
    case 'contract':
      return contractAllows(status, 'sign')
  }
}
