import type { Generated } from 'kysely'

import type { ContractStatus } from '#contract/documents/contract-states.ts'
import type { ConversionTarget, DocumentKind } from '#contract/documents/documents.ts'
import type { ProposalStatus } from '#contract/documents/proposal-states.ts'

import type { InvoiceNumberTable, InvoicePdfTable } from './invoices.ts'
import type { TemplateFileTable } from './templates.ts'

/** Proposals and contracts: of a draft as it is written, otherwise as the latest version was sent. */
export interface DocumentTable {
  id: Generated<number>
  account_id: number
  kind: DocumentKind
  number: string
  status: ProposalStatus | ContractStatus
  title: string
  customer_id: number
  customer_name: string
  customer_email: string
  currency: string
  /** Minor units. */
  total_amount: number
  /** JSON: headings and formatted texts. */
  sections: string
  /** JSON: lines with those of tax, in the units of those of an invoice. */
  lines: string
  /** The first day of a contract, YYYY-MM-DD. */
  starts_on: string | null
  /** The last day of a contract, or on which a proposal can be accepted. */
  ends_on: string | null
  /** JSON: who signs a contract, in this order, as `Signer`. */
  signers: Generated<string>
  /** How many of them have signed the latest version. */
  signed: Generated<number>
  /** How many versions were sent. */
  editions: Generated<number>
  sent_at: Generated<string | null>
  /** The proposal that a contract was made from. */
  proposal_id: Generated<number | null>
  /** Number, title, customer name and email, folded. */
  search_text: string
  /** Folded. */
  customer_name_key: string
  created_at: string
  updated_at: string
  /** Counts the changes; the ETag that an update must name. */
  version: Generated<number>
}

/** Sent versions, and the answers to them. */
export interface DocumentVersionTable {
  id: Generated<number>
  account_id: number
  document_id: number
  edition: number
  /** JSON: the columns of the document that it says, and from format 2 on who sent it and when. */
  content: string
  /** Hex: of the content. */
  sha256: string
  /** Who sent it; null if the company had never been changed. */
  company_id: number | null
  sent_at: string
  sent_by: string
  viewed_at: Generated<string | null>
  /** JSON: the signatures before that of the last signer, as `StoredSignature`. */
  signatures: Generated<string>
  /** JSON: what was answered, as `StoredAnswer`; of several signers, by the last. */
  answer: Generated<string | null>
  /** The decimals that the amounts of the content count; null for those of its currency. */
  currency_digits: Generated<number | null>
  /** Hex: of the hashes above and the answer; null of answers from before that was kept. */
  answer_sha256: Generated<string | null>
  /** JSON: who signed for the business once the customer had, as `StoredCountersignature`. */
  countersignature: Generated<string | null>
  /** Hex: of the hashes above and the countersignature. */
  countersignature_sha256: Generated<string | null>
  /** JSON: a `DocumentLook`; null of versions from before looks were kept, which have the standard one. */
  look: Generated<string | null>
}

/** Drafts that a proposal was converted to. */
export interface DocumentConversionTable {
  id: Generated<number>
  account_id: number
  document_id: number
  target: ConversionTarget
  /** Counts those of one target from 1. */
  ordinal: number
  target_id: number
  created_at: string
}

/** The PDF of a version as it was sent, and others with what was answered, and with the countersignature. */
export interface DocumentPdfTable extends Omit<InvoicePdfTable, 'invoice_id'> {
  version_id: number
  stage: 'sent' | 'answered' | 'countersigned'
}

/** A file that is attached, or was when a version was sent. */
export interface DocumentFileTable extends Omit<TemplateFileTable, 'template_id'> {
  document_id: number
  /** The first version that was sent with it; null as long as none was. */
  first_edition: Generated<number | null>
  /** 1: it is only kept for the versions that were sent with it. */
  is_removed: Generated<number>
}

/** The last number of proposals or contracts of each year. */
export type DocumentNumberTable = InvoiceNumberTable
