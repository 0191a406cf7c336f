import type { ElectronicFormat, Missing } from '#contract/invoices/electronic-invoices.ts'
import { type DocumentLook, standardLook } from '#contract/invoices/looks.ts'
import { wordsOf } from '#contract/invoices/translations.ts'
import type { CompanyVersion } from '#server/records/company/versions.ts'
import { lookOr } from '#server/records/invoices/templates/rows.ts'

import type { StoredCreditNote } from '../credit-notes.ts'
import type { StoredInvoice } from '../details.ts'
import { billingOf } from './billing.ts'
import { writeCii } from './cii.ts'
import { creditNoteDocument, invoiceDocument } from './document.ts'
import { missingFor } from './missing.ts'
import type { ElectronicDocument } from './model.ts'
import { writeUbl } from './ubl.ts'

/** An invoice in the terms of the standard; undefined where it doesn't say the rate of a tax. */
export const electronicInvoice = (
  stored: StoredInvoice,
  sender: CompanyVersion,
  look: DocumentLook = standardLook,
): ElectronicDocument | undefined => invoiceDocument(stored, billingOf(stored, sender, wordsOf(look)))

/** A credit note, in the same way. */
export const electronicNote = (
  stored: StoredCreditNote,
  sender: CompanyVersion,
): ElectronicDocument | undefined =>
  creditNoteDocument(
    stored,
    billingOf({ ...stored.invoice, lines: stored.lines }, sender, wordsOf(lookOr(stored.note.look))),
  )

/** What the document lacks to be written in that format; nothing if it can be. */
export const missingIn = (
  document: ElectronicDocument | undefined,
  format: ElectronicFormat,
): readonly Missing[] =>
  document
    ? missingFor(document, format)
    : [{ where: 'invoice', field: 'line_items', message: 'Its lines don’t say their tax rates' }]

/** Writes the document in that format; undefined where it lacks something. */
export const electronicFile = (
  document: ElectronicDocument | undefined,
  format: ElectronicFormat,
): string | undefined => {
  if (!document || missingFor(document, format).length > 0) return undefined
  return format === 'peppol' ? writeUbl(document) : writeCii(document, format)
}
