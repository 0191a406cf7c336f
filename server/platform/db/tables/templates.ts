import type { Generated } from 'kysely'

import type { InvoiceLanguage } from '#contract/invoices/looks.ts'
import type { TemplateKind } from '#contract/values/placeholders.ts'

import type { Flag } from './flag.ts'

/** Templates that new documents and emails start with. */
export interface TemplateTable {
  id: Generated<number>
  account_id: number
  kind: TemplateKind
  name: string
  /** At most one of each kind and language. */
  is_default: Flag
  subject: string
  message: string
  /** JSON: `DocumentSection`s. */
  sections: string
  /** Of a reminder of invoices; null where it isn't sent without anyone asking. */
  send_after_days: number | null
  /** Of an email: the only language of those who get it; null for all. */
  language: Generated<InvoiceLanguage | null>
  /** JSON: lines of a document as they were requested; null for none. */
  line_items: Generated<string | null>
  /** Of the lines; null without any. */
  currency: Generated<string | null>
  /** Of a proposal: days after the day on which it is written; null for the usual ones. */
  valid_days: Generated<number | null>
  created_at: string
  updated_at: string
  version: Generated<number>
}

/** A file that documents written from a template begin with. */
export interface TemplateFileTable {
  id: Generated<number>
  account_id: number
  template_id: number
  /** Copies of the file have the same. */
  token: string
  name: string
  media_type: string
  /** 1: a browser may show it in place. */
  inline: Flag
  bytes: number
  /** Hex: of its content. */
  sha256: string
  created_at: string
}

/** Templates of invoices. */
export interface InvoiceTemplateTable {
  id: Generated<number>
  account_id: number
  name: string
  /** At most one. */
  is_default: Flag
  /** JSON: `InvoiceLook`. */
  look: string
  created_at: string
  updated_at: string
  version: Generated<number>
}
