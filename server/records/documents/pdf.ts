import { fillDocument } from '#contract/account/templates.ts'
import type { DocumentAnswer, DocumentKind } from '#contract/documents/documents.ts'
import { isFillable } from '#contract/values/placeholders.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import type { DocumentPdfTable } from '#server/platform/db/tables/documents.ts'
import { HttpError } from '#server/platform/lib/http-error.ts'
import { canMakePdfs } from '#server/platform/pdf/renderer.ts'
import { documentPdfs } from '#server/records/invoices/pdf-rows.ts'
import {
  type DocumentPdf,
  type PdfNeeds,
  fileName,
  readLogo,
  readOrMake,
  render,
} from '#server/records/invoices/pdf.ts'
import { currentLook } from '#server/records/invoices/templates/rows.ts'
import { readValues } from '#server/records/templates/values.ts'

import { answerOf } from './evidence.ts'
import { readFiles } from './files.ts'
import { type DocumentRow, contentOf, readRow, readSenderOf, readVersion, sectionsOf } from './rows.ts'
import { draftSheetOf, versionSheetOf } from './sheet.ts'

/**
 * Returns the PDF of a version that was sent, with the answer if it was one of yes, or a new one of a draft. `edition` names the
 * version; without it, the latest, or the draft. Throws 404, and 409 where this machine can't make any.
 */
export async function readDocumentPdf(
  needs: PdfNeeds,
  tenant: Tenant,
  kind: DocumentKind,
  { id, edition }: { readonly id: number; readonly edition?: number | undefined },
): Promise<DocumentPdf> {
  const row = await readRow(tenant, kind, id)
  if (edition === undefined && row.status === 'draft') {
    const sender = await readSenderOf(tenant, row, undefined)
    const content = { ...(await filledDraft(tenant, row)), attachments: await readFiles(tenant, id) }
    const look = await currentLook(tenant, row.customer_id, sender)
    const sheet = draftSheetOf(content, { sender, look }, Date.now())
    const drawn = { sheet, logo: await readLogo(needs, sender) }
    return { name: fileName(row.number), bytes: await render(needs, tenant, drawn) }
  }
  const version = await readVersion(tenant, id, edition)
  if (!version) throw new HttpError('NOT_FOUND')
  const stage = stageOf(answerOf(version))
  const { number } = contentOf(version)
  const name = fileName(version.edition === 1 ? number : `${number}-v${version.edition}`)
  const bytes = await readOrMake(needs, tenant, documentPdfs(version.id, stage), async () => {
    const sender = await readSenderOf(tenant, { status: 'sent' }, version)
    return { sheet: versionSheetOf(kind, version, sender), logo: await readLogo(needs, sender) }
  })
  return { name, bytes }
}

function stageOf(answer: DocumentAnswer | null): DocumentPdfTable['stage'] {
  if (!answer || answer.kind === 'declined') return 'sent'
  return answer.countersignature ? 'countersigned' : 'answered'
}

/**
 * Stores the PDF of what was just sent or answered. Call it after the transaction. A failure is logged and nothing else,
 * because the PDF is made when it is next asked for.
 */
export async function keepDocumentPdf(
  needs: PdfNeeds,
  tenant: Tenant,
  kind: DocumentKind,
  id: number,
): Promise<void> {
  if (!canMakePdfs) return
  await readDocumentPdf(needs, tenant, kind, { id }).catch((error: unknown) => {
    needs.log.error({ err: error, document: id }, 'document without its PDF')
  })
}

/** The draft with what its placeholders stand for now; the number comes when it is sent. */
async function filledDraft(tenant: Tenant, row: DocumentRow): Promise<DocumentRow> {
  if (!isFillable(`${row.title}${row.sections}`)) return row
  const { title, sections } = fillDocument(
    row.kind,
    { title: row.title, sections: sectionsOf(row) },
    await readValues(tenant, row),
  )
  return { ...row, title, sections: JSON.stringify(sections) }
}
