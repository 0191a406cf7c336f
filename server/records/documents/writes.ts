import {
  type ContractInput,
  type DocumentKind,
  type ProposalInput,
  longestDocument,
} from '#contract/documents/documents.ts'
import { isCounted } from '#contract/invoices/options.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import type { Actor } from '#server/platform/audit/activity.ts'
import { now } from '#server/platform/lib/clock.ts'
import { HttpError, invalidField } from '#server/platform/lib/http-error.ts'
import { toDecimal, toPercent, toQuantity } from '#server/platform/lib/money.ts'
import { readCompany } from '#server/records/company/versions.ts'
import { signersOf } from '#server/records/document-links/signers.ts'
import { addDraft, draftOf } from '#server/records/invoices/drafts.ts'
import { draftNumber } from '#server/records/numbers/numbers.ts'

import { nameOf, recordDocument } from './activity.ts'
import { attachFromTemplate, copyFiles, deleteFiles } from './files.ts'
import { type DocumentRow, type StoredLine, linesOf, readRow, searchedAs, sectionsOf } from './rows.ts'
import { requireAction, requireMove } from './states.ts'

/** A draft as it is written: the last day is the end of a contract, or of what a proposal offers. */
export type DocumentInput = Omit<ProposalInput, 'valid_until'> &
  Pick<DocumentRow, 'starts_on' | 'ends_on'> &
  Pick<ContractInput, 'signers'>

export const inputOfProposal = ({ valid_until, ...input }: ProposalInput): DocumentInput => ({
  ...input,
  starts_on: null,
  ends_on: valid_until,
})

/** Which record, and the version that was read. */
export interface Versioned {
  readonly id: number
  readonly version: number
}

interface Origin {
  readonly description: string
  readonly proposal_id?: number
}

/** Adds a draft, with activity. Returns its id. Throws 422. */
export async function addDocument(
  tenant: Tenant,
  actor: Actor,
  kind: DocumentKind,
  input: DocumentInput,
  { description, proposal_id }: Partial<Origin> = {},
): Promise<number> {
  const columns = await columnsOf(tenant, input)
  const created_at = now()
  const id = await tenant.insertOne('documents', {
    ...columns,
    kind,
    status: 'draft',
    number: 'DRAFT',
    search_text: '',
    customer_name_key: '',
    proposal_id: proposal_id ?? null,
    created_at,
    updated_at: created_at,
  })
  const named = { ...columns, number: draftNumber(id) }
  await tenant
    .update('documents')
    .set({ number: named.number, ...searchedAs(named) })
    .where('id', '=', id)
    .execute()
  await attachFromTemplate(tenant, kind, input.template_id, id)
  await recordDocument(
    tenant,
    actor,
    { ...named, id, kind },
    { event: 'created', description: description ?? `${nameOf({ kind })} draft created` },
  )
  return id
}

/** Makes the draft what the input says; without a change it writes nothing. Throws 404, 409, 412 and 422. */
export async function updateDocument(
  tenant: Tenant,
  kind: DocumentKind,
  { id, version }: Versioned,
  input: DocumentInput,
): Promise<void> {
  const row = await readRow(tenant, kind, id, { forChange: true })
  requireAction(row, 'edit')
  if (row.version !== version) throw new HttpError('PRECONDITION_FAILED')
  const columns = await columnsOf(tenant, input, row)
  const names = Object.keys(columns) as (keyof typeof columns)[]
  const hasMore = await attachFromTemplate(tenant, kind, input.template_id, id)
  if (!hasMore && names.every((name) => columns[name] === row[name])) return
  await change(tenant, row, { ...columns, ...searchedAs({ ...row, ...columns }) })
}

/** Deletes a draft that was never sent, with activity. Returns the tokens of its files. Throws 404, 409 and 412. */
export async function deleteDocument(
  tenant: Tenant,
  actor: Actor,
  kind: DocumentKind,
  { id, version }: Versioned,
): Promise<readonly string[]> {
  const row = await readRow(tenant, kind, id, { forChange: true })
  requireAction(row, 'delete')
  if (row.version !== version) throw new HttpError('PRECONDITION_FAILED')
  if (row.editions > 0)
    throw new HttpError('CONFLICT', `This ${kind} was sent before, so its versions have to be kept`)
  const tokens = await deleteFiles(tenant, id)
  await tenant.delete('documents').where('id', '=', id).execute()
  await recordDocument(tenant, actor, row, {
    event: 'deleted',
    description: `${nameOf(row)} draft deleted`,
  })
  return tokens
}

/** Adds a draft with the content and the files of that document. Returns its id. Throws 404, and 409 without its customer. */
export async function duplicateDocument(
  tenant: Tenant,
  actor: Actor,
  kind: DocumentKind,
  id: number,
): Promise<number> {
  // Locked, so that none of its files is removed while it gets a second owner.
  const row = await readRow(tenant, kind, id, { forChange: true })
  await requireCustomer(tenant, row)
  const copy = await addDocument(tenant, actor, kind, inputOf(row), {
    description: `Duplicated from ${kind} ${row.number}`,
  })
  await copyFiles(tenant, id, copy)
  return copy
}

/** Withdraws what was sent and makes it a draft again, with activity. Throws 404, 409 and 412. */
export async function reviseDocument(
  tenant: Tenant,
  actor: Actor,
  kind: DocumentKind,
  { id, version }: Versioned,
): Promise<void> {
  const row = await readRow(tenant, kind, id, { forChange: true })
  const status = requireMove(row, 'revise')
  if (row.version !== version) throw new HttpError('PRECONDITION_FAILED')
  await change(tenant, row, { status })
  await recordDocument(tenant, actor, row, {
    event: 'revised',
    description: `${nameOf(row)} withdrawn for a new version`,
  })
}

/** Drafts an invoice with the lines of an accepted proposal. Returns its id. Throws 404 and 409. */
export const convertToInvoice = (
  tenant: Tenant,
  actor: Actor,
  id: number,
  isAgain: boolean,
): Promise<number> =>
  convert(tenant, { id, target: 'invoice', isAgain }, async (row) => {
    const { payment_days } = await readCompany(tenant)
    const { customer_id, currency, line_items } = agreedInput(row)
    return addDraft(
      tenant,
      actor,
      { customer_id, currency, payment_days, due_date: null, notes: '', line_items },
      `Invoice draft created from proposal ${row.number}`,
    )
  })

/** Drafts a contract with the content and the files of an accepted proposal. Returns its id. Throws 404 and 409. */
export const convertToContract = (
  tenant: Tenant,
  actor: Actor,
  id: number,
  isAgain: boolean,
): Promise<number> =>
  convert(tenant, { id, target: 'contract', isAgain }, async (row) => {
    const made = await addDocument(
      tenant,
      actor,
      'contract',
      { ...agreedInput(row), starts_on: null, ends_on: null },
      { description: `Contract draft created from proposal ${row.number}`, proposal_id: id },
    )
    await copyFiles(tenant, id, made)
    return made
  })

interface Conversion {
  readonly id: number
  readonly target: 'invoice' | 'contract'
  readonly isAgain: boolean
}

async function convert(
  tenant: Tenant,
  { id, target, isAgain }: Conversion,
  make: (row: DocumentRow) => Promise<number>,
): Promise<number> {
  const row = await readRow(tenant, 'proposal', id, { forChange: true })
  requireAction(row, 'convert')
  const before = await tenant
    .select('document_conversions')
    .select('ordinal')
    .where('document_id', '=', id)
    .where('target', '=', target)
    .orderBy('ordinal', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (before && !isAgain)
    throw new HttpError(
      'CONFLICT',
      target === 'invoice'
        ? 'This proposal was already converted to an invoice'
        : 'This proposal was already converted to a contract',
    )
  await requireCustomer(tenant, row)
  const target_id = await make(row)
  const ordinal = (before?.ordinal ?? 0) + 1
  await tenant.insertOne('document_conversions', {
    document_id: id,
    target,
    ordinal,
    target_id,
    created_at: now(),
  })
  return target_id
}

async function requireCustomer(tenant: Tenant, { customer_id }: DocumentRow): Promise<void> {
  const query = tenant.select('customers').select('id').where('id', '=', customer_id)
  if (!(await query.executeTakeFirst()))
    throw new HttpError('CONFLICT', 'The customer was deleted. Restore them first')
}

/** Writes the columns, and counts the version up. */
export async function change(
  tenant: Tenant,
  { id, version }: Pick<DocumentRow, 'id' | 'version'>,
  columns: Partial<DocumentRow> & { readonly search_text?: string },
): Promise<void> {
  await tenant
    .update('documents')
    .set({ ...columns, updated_at: now(), version: version + 1 })
    .where('id', '=', id)
    .execute()
}

/** The input that would result in the same content, or in one with those lines. */
const inputOf = (row: DocumentRow, lines: readonly StoredLine[] = linesOf(row)): DocumentInput => ({
  customer_id: row.customer_id,
  title: row.title,
  currency: row.currency,
  sections: sectionsOf(row),
  line_items: lines
    .filter(({ kind }) => kind === 'item')
    .map((line) => ({
      description: line.description,
      quantity: toQuantity(line.quantity),
      unit_price: toDecimal(line.unit_price, row.currency),
      discount: toPercent(line.discount),
      tax_rate: toPercent(line.tax_rate),
      ...(line.is_optional && { is_optional: true }),
    })),
  starts_on: row.starts_on,
  ends_on: row.ends_on,
  signers: signersOf(row),
})

/** The same with what the customer agreed to: without the options that they didn’t choose. */
const agreedInput = (row: DocumentRow): DocumentInput =>
  inputOf(
    row,
    linesOf(row)
      .filter(isCounted)
      .map(({ is_optional: _optional, ...line }) => line),
  )

async function columnsOf(tenant: Tenant, input: DocumentInput, kept?: DocumentRow) {
  const { customer_id, title, currency, sections, line_items, starts_on, ends_on, signers } = input
  const length = sections.reduce((sum, { heading, text }) => sum + heading.length + text.length, 0)
  if (length > longestDocument.texts)
    throw invalidField(
      'sections',
      `Use at most ${longestDocument.texts.toLocaleString('en-US')} characters in total`,
    )
  const { columns, lines } = await draftOf(
    tenant,
    { customer_id, currency, payment_days: 0, due_date: null, notes: '', line_items },
    kept,
  )
  const { customer_name, customer_email, total_amount } = columns
  return {
    customer_id,
    customer_name,
    customer_email,
    title,
    currency,
    total_amount,
    sections: JSON.stringify(sections),
    lines: JSON.stringify(lines),
    starts_on,
    ends_on,
    signers: signers ? JSON.stringify(signers) : (kept?.signers ?? '[]'),
  }
}
