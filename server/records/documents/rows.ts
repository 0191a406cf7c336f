import { type Selectable, sql } from 'kysely'

import type {
  Contract,
  ContractRow,
  ContractVersion,
  DocumentKind,
  DocumentLine,
  DocumentSection,
  DocumentVersionRow,
  Proposal,
  ProposalRow,
  ProposalVersion,
  SigningPerson,
} from '#contract/documents/documents.ts'
import { withChosen } from '#contract/invoices/options.ts'
import { fractionDigits } from '#contract/values/currencies.ts'
import { fold, searchTerms } from '#contract/values/folding.ts'
import type { ContractSort, ProposalSort } from '#contract/wire/list-sorts.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import { containsLiterally } from '#server/platform/db/literal-search.ts'
import type { DocumentTable, DocumentVersionTable } from '#server/platform/db/tables/documents.ts'
import { HttpError } from '#server/platform/lib/http-error.ts'
import { toDecimal, toPercent, toQuantity } from '#server/platform/lib/money.ts'
import { sortedPage } from '#server/platform/lists/short-lists.ts'
import { type StoredFile, toAttachment } from '#server/records/attachments/stored-files.ts'
import { type CompanyVersion, readSender, toSender } from '#server/records/company/versions.ts'
import { signersOf } from '#server/records/document-links/signers.ts'
import { addedUp } from '#server/records/invoices/drafts.ts'
import { currentLook, lookOr } from '#server/records/invoices/templates/rows.ts'

import { type StoredAnswer, answerColumns, answerOf, sha256Of, signaturesOf } from './evidence.ts'
import { type FrozenFile, filesOf, readFiles } from './files.ts'

/** A document as it is stored. */
export type DocumentRow = Omit<Selectable<DocumentTable>, 'account_id' | 'search_text' | 'customer_name_key'>
/** A version as it is stored. */
export type VersionRow = Omit<Selectable<DocumentVersionTable>, 'account_id'>

/** A line as it is stored, in the units of those of an invoice. */
export interface StoredLine {
  readonly description: string
  readonly quantity: number
  readonly unit_price: number
  readonly total: number
  readonly kind: 'item' | 'tax'
  readonly discount: number
  readonly tax_rate: number
  /** Absent of all others, so that what was hashed before there were options reads as it did. */
  readonly is_optional?: true
  readonly is_chosen?: boolean
}

const contentColumns = [
  'number',
  'title',
  'customer_id',
  'customer_name',
  'customer_email',
  'currency',
  'total_amount',
  'sections',
  'lines',
  'starts_on',
  'ends_on',
] as const

const columns = [
  'id',
  'kind',
  'status',
  ...contentColumns,
  'editions',
  'sent_at',
  'signers',
  'signed',
  'proposal_id',
  'created_at',
  'updated_at',
  'version',
] as const

/** Immutable content of a version. Those from before there were attachments have none. */
export type DocumentContent = Pick<DocumentRow, (typeof contentColumns)[number]> & {
  readonly attachments?: readonly FrozenFile[]
  /** JSON; absent where nobody in particular signs. */
  readonly signers?: string
}

/** Which version it is, who sent it, as the company was then, and when. */
interface Sending {
  readonly edition: number
  readonly sender: Pick<CompanyVersion, 'name' | 'address' | 'tax_number'>
  readonly sent_at: string
  readonly sent_by: string
}

/**
 * Returns what the document says now, as text that is always the same for the same content, and its hash. Format 1, which named no
 * format, had neither the sender nor the time.
 */
export function frozenContent(
  { attachments = [], ...row }: DocumentContent,
  { edition, sender: { name, address, tax_number }, sent_at, sent_by }: Sending,
): { readonly content: string; readonly sha256: string } {
  const content = JSON.stringify(
    Object.fromEntries([
      ['format', 2],
      ['edition', edition],
      ...contentColumns.map((column) => [column, row[column]]),
      ['attachments', attachments],
      ...(row.signers === undefined || row.signers === '[]' ? [] : [['signers', row.signers]]),
      ['sender', { name, address, tax_number }],
      ['sent_at', sent_at],
      ['sent_by', sent_by],
    ]),
  )
  return { content, sha256: sha256Of(content) }
}

/** Returns what a version says, in the minor units of today: what was hashed stays as it is. */
export function contentOf({
  content: hashed,
  currency_digits,
}: Pick<VersionRow, 'content' | 'currency_digits'>): DocumentContent {
  const content = JSON.parse(hashed) as DocumentContent
  if (currency_digits === null) return content
  const factor = 10 ** (fractionDigits(content.currency) - currency_digits)
  const lines = linesOf(content).map(({ unit_price, total, ...line }) => ({
    ...line,
    unit_price: unit_price * factor,
    total: total * factor,
  }))
  return { ...content, total_amount: content.total_amount * factor, lines: JSON.stringify(lines) }
}

/** Returns the lines with what the customer has chosen of the optional ones, their taxes and the total. */
export function withOptions(lines: readonly StoredLine[], chosen: readonly number[]) {
  const sums = addedUp(withChosen(lines, chosen))
  return { lines: JSON.stringify([...sums.lines, ...sums.taxes]), total_amount: sums.total }
}

/** Returns what a version says, with what the customer has chosen. */
export function agreedOf(
  version: Pick<VersionRow, 'content' | 'currency_digits' | 'answer'>,
): DocumentContent {
  const content = contentOf(version)
  const { chosen } = JSON.parse(version.answer ?? '{}') as Partial<StoredAnswer>
  return chosen ? { ...content, ...withOptions(linesOf(content), chosen) } : content
}

export const sectionsOf = ({ sections }: Pick<DocumentContent, 'sections'>): DocumentSection[] =>
  JSON.parse(sections) as DocumentSection[]
export const linesOf = ({ lines }: Pick<DocumentContent, 'lines'>): StoredLine[] =>
  JSON.parse(lines) as StoredLine[]
/** The columns that lists search and sort by. */
export const searchedAs = (
  row: Pick<DocumentRow, 'number' | 'title' | 'customer_name' | 'customer_email'>,
): Pick<Selectable<DocumentTable>, 'search_text' | 'customer_name_key'> => ({
  search_text: fold([row.number, row.title, row.customer_name, row.customer_email].join('\n')),
  customer_name_key: fold(row.customer_name),
})

interface Reading {
  /** Locks the row until the end of the transaction. */
  readonly forChange?: boolean
}

/** Reads the document. Throws 404. */
export async function readRow(
  tenant: Tenant,
  kind: DocumentKind,
  id: number,
  reading: Reading = {},
): Promise<DocumentRow> {
  const row = await findRow(tenant, id, reading)
  if (row?.kind !== kind) throw new HttpError('NOT_FOUND')
  return row
}

/** Reads a document of either kind; undefined where there is none. */
export function findRow(
  tenant: Tenant,
  id: number,
  { forChange = false }: Reading = {},
): Promise<DocumentRow | undefined> {
  const query = tenant.select('documents').select(columns).where('id', '=', id)
  return (forChange ? tenant.dialect.forNoKeyUpdate(query) : query).executeTakeFirst()
}

/** Reads a version of the document, the latest unless told which. Undefined where there is none. */
export async function readVersion(
  tenant: Tenant,
  document: number,
  edition?: number,
): Promise<VersionRow | undefined> {
  return versionsOf(tenant, document)
    .$if(edition !== undefined, (query) => query.where('edition', '=', edition ?? 0))
    .limit(1)
    .executeTakeFirst()
}

/** The versions of a document, the newest first. */
const versionsOf = (tenant: Tenant, document: number) =>
  tenant
    .select('document_versions')
    .select(['id', 'document_id', 'edition', 'content', ...answerColumns])
    .select(['company_id', 'sent_at', 'sent_by', 'viewed_at', 'currency_digits', 'look'])
    .where('document_id', '=', document)
    .orderBy('edition', 'desc')

export interface ListQuery {
  readonly page: number
  readonly limit: number
  readonly status?: string | undefined
  readonly search?: string | undefined
  readonly customer_id?: number | undefined
  readonly sort?: ProposalSort | ContractSort | undefined
}

const endsOn = { column: 'ends_on', isNullable: true } as const
const sortColumns = {
  id: 'id',
  customer_name: 'customer_name_key',
  sent_at: { column: 'sent_at', isNullable: true },
  valid_until: endsOn,
  ends_on: endsOn,
  total_amount: 'total_amount',
} as const

/** Returns one page of documents, how many there are, and how many in each status. */
export async function listRows(
  tenant: Tenant,
  kind: DocumentKind,
  { page, limit, status, search = '', customer_id, sort = '-id' }: ListQuery,
): Promise<{ rows: DocumentRow[]; total: number; by_status: { status: string; count: number }[] }> {
  const words = searchTerms(search)
  let matching = tenant.select('documents').where('kind', '=', kind)
  if (customer_id !== undefined) matching = matching.where('customer_id', '=', customer_id)
  // An account has few of them beside its invoices: they are read one by one.
  if (words.length > 0) matching = matching.where(containsLiterally(sql.ref('search_text'), words))
  const by_status = await matching
    .select('status')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .groupBy('status')
    .execute()
  const counted = by_status.filter((one) => status === undefined || one.status === status)
  const listed = matching
    .$if(status !== undefined, (query) => query.where('status', '=', status as DocumentRow['status']))
    .select(columns)
  const rows = await sortedPage(listed, { page, limit, sort }, sortColumns).execute()
  return { rows, total: counted.reduce((sum, { count }) => sum + count, 0), by_status }
}

/** Columns of a document that lists show. */
const summaryOf = (row: DocumentRow) => {
  const { id, number, status, title, customer_id, customer_name, currency } = row
  const { total_amount, sent_at, created_at, updated_at } = row
  return {
    id,
    number,
    status,
    title,
    customer_id,
    customer_name,
    currency,
    total_amount: toDecimal(total_amount, currency),
    sent_at,
    created_at,
    updated_at,
  }
}

/** Content of a document on the wire. */
const textsOf = (content: DocumentContent) => ({
  title: content.title,
  customer_id: content.customer_id,
  customer_name: content.customer_name,
  customer_email: content.customer_email,
  currency: content.currency,
  total_amount: toDecimal(content.total_amount, content.currency),
  sections: sectionsOf(content),
  line_items: linesOf(content).map((line) => lineOf(line, content.currency)),
})

/** Returns a line as the wire has it. */
export const lineOf = (line: StoredLine, currency: string): DocumentLine => ({
  description: line.description,
  quantity: toQuantity(line.quantity),
  unit_price: toDecimal(line.unit_price, currency),
  total: toDecimal(line.total, currency),
  kind: line.kind,
  discount: toPercent(line.discount),
  tax_rate: toPercent(line.tax_rate),
  ...(line.is_optional && { is_optional: true }),
  ...(line.is_chosen !== undefined && { is_chosen: line.is_chosen }),
})

export const toProposalRow = (row: DocumentRow): ProposalRow => ({
  ...summaryOf(row),
  valid_until: row.ends_on,
})
export const toContractRow = (row: DocumentRow): ContractRow => ({
  ...summaryOf(row),
  starts_on: row.starts_on,
  ends_on: row.ends_on,
})

/** Reads who sent the latest version, or who would send the draft. */
export const readSenderOf = (
  tenant: Tenant,
  row: Pick<DocumentRow, 'status'>,
  version: VersionRow | undefined,
): Promise<CompanyVersion> =>
  row.status === 'draft' || !version
    ? readSender(tenant, { company_id: null, isSent: false })
    : readSender(tenant, { company_id: version.company_id, isSent: true })

/** Reads what both kinds tell, and the version that was sent, unless the document is a draft. */
async function readDetails(tenant: Tenant, row: DocumentRow) {
  const version = await readVersion(tenant, row.id)
  const open = row.status === 'draft' ? undefined : version
  const sender = await readSenderOf(tenant, row, version)
  const details = {
    ...summaryOf(row),
    ...textsOf(row),
    attachments: (await readFiles(tenant, row.id)).map(toAttachment),
    editions: row.editions,
    answer: open ? answerOf(open) : null,
    viewed_at: open?.viewed_at ?? null,
    version: row.version,
    sender: toSender(sender),
    look: open ? lookOr(open.look) : await currentLook(tenant, row.customer_id, sender),
  }
  return { details, open }
}

/** Reads the proposal as its page shows it. Throws 404. */
export async function readProposal(tenant: Tenant, id: number): Promise<Proposal> {
  const row = await readRow(tenant, 'proposal', id)
  const { details } = await readDetails(tenant, row)
  return {
    ...details,
    valid_until: row.ends_on,
    conversions: await readConversions(tenant, id),
  }
}

/** Reads the contract as its page shows it. Throws 404. */
export async function readContract(tenant: Tenant, id: number): Promise<Contract> {
  const row = await readRow(tenant, 'contract', id)
  const { details, open } = await readDetails(tenant, row)
  const proposal =
    row.proposal_id === null
      ? undefined
      : await tenant
          .select('documents')
          .select(['id', 'number'])
          .where('id', '=', row.proposal_id)
          .executeTakeFirst()
  return {
    ...details,
    starts_on: row.starts_on,
    ends_on: row.ends_on,
    signers: signingPeople(row, open),
    proposal: proposal ?? null,
  }
}

async function readConversions(tenant: Tenant, id: number): Promise<Proposal['conversions']> {
  const made = tenant.select('document_conversions').where('document_id', '=', id)
  const invoices = await made
    .where('target', '=', 'invoice')
    .innerJoin('invoices', 'invoices.id', 'document_conversions.target_id')
    .select(['target', 'invoices.id', 'invoice_number as number', 'document_conversions.created_at'])
    .execute()
  const contracts = await made
    .where('target', '=', 'contract')
    .innerJoin('documents', 'documents.id', 'document_conversions.target_id')
    .select(['target', 'documents.id', 'documents.number', 'document_conversions.created_at'])
    .execute()
  return [...invoices, ...contracts].toSorted((left, right) => (left.created_at < right.created_at ? -1 : 1))
}

const sentOf = (version: VersionRow) => ({
  edition: version.edition,
  sent_at: version.sent_at,
  sent_by: version.sent_by,
  viewed_at: version.viewed_at,
  answer: answerOf(version),
  sha256: version.sha256,
  hashed: version.content,
  look: lookOr(version.look),
})

/** The files of a document by their id: what its versions were sent with is among them. */
type Files = ReadonlyMap<number, StoredFile>

const attachmentsOf = (content: DocumentContent, files: Files) => filesOf(content, files).map(toAttachment)

export function toProposalVersion(version: VersionRow, files: Files): ProposalVersion {
  const content = agreedOf(version)
  const attachments = attachmentsOf(content, files)
  return { ...sentOf(version), ...textsOf(content), attachments, valid_until: content.ends_on }
}

export function toContractVersion(version: VersionRow, files: Files): ContractVersion {
  const content = contentOf(version)
  const { starts_on, ends_on } = content
  return {
    ...sentOf(version),
    ...textsOf(content),
    attachments: attachmentsOf(content, files),
    starts_on,
    ends_on,
    signers: signingPeople(content, version),
  }
}

/** Returns who signs a contract, with the signatures of a version of it. */
function signingPeople(content: Pick<DocumentContent, 'signers'>, version: VersionRow | undefined) {
  const signatures = version ? signaturesOf(version) : []
  return signersOf(content).map((signer, index): SigningPerson => ({
    ...signer,
    signature: signatures[index] ?? null,
  }))
}

/** A page is enough for a person. */
const shownVersions = 50

/** Reads the versions that were sent, the newest first, without their texts, which may be long. */
export async function listVersions(tenant: Tenant, document: number): Promise<DocumentVersionRow[]> {
  const versions = await tenant
    .select('document_versions')
    .select(['edition', 'sent_at', 'sent_by', 'viewed_at', ...answerColumns])
    .where('document_id', '=', document)
    .orderBy('edition', 'desc')
    .limit(shownVersions)
    .execute()
  return versions.map((version) => {
    const { edition, sent_at, sent_by, viewed_at, sha256 } = version
    return { edition, sent_at, sent_by, viewed_at, sha256, answer: answerOf(version) }
  })
}
