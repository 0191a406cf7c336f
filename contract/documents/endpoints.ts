import * as z from 'zod/mini'

import { endpoint } from '../wire/endpoint.ts'
import { idFilter, sortBy } from '../wire/list-query.ts'
import { idParams } from '../wire/surface.ts'
import { attachmentParts } from './attachments.ts'
import {
  AnswerInput,
  DocumentEmail,
  DocumentEmailInput,
  type DocumentKind,
  DocumentSend,
  DocumentVersionRow,
  documentFilter,
  documentPage,
  versionParams,
} from './documents.ts'

/** What proposals and contracts have alike on the wire. */

/** One page, the newest first unless sorted. */
export const documentList = <Row extends z.ZodMiniType, const Status extends string, Sort extends string>(
  row: Row,
  statuses: readonly Status[],
  sorts: readonly [Sort, ...Sort[]],
) => ({
  query: z.object({
    ...documentFilter,
    status: z.optional(z.enum(statuses, `status must be one of ${statuses.join(', ')}`)),
    sort: sortBy(sorts),
  }),
  response: documentPage(row),
})

/** The answer of a customer that staff record: who said it, and how. 409 unless it waits for one. */
export const documentAnswer = { body: AnswerInput, needsVersion: true } as const

export const documentActions = {
  /**
   * Sends a draft as its next version, which never changes; the first time it gets its number. 409 unless it’s a draft, 422 if it’s
   * incomplete.
   */
  send: { body: DocumentSend, needsVersion: true },
  /** Withdraws what was sent and makes it a draft again, for a new version under the same number. */
  revise: { needsVersion: true },
  decline: documentAnswer,
  /** A new draft with the content of any of them. */
  duplicate: { status: 201 },
} as const

/** The endpoints of what belongs to one of them: versions, PDF, emails and files. */
export function documentParts<Version extends z.ZodMiniType>(kind: DocumentKind, version: Version) {
  const path = `/api/x/${kind}s/:id` as const
  const read = { surface: 'x', method: 'GET', record: 'documents', params: idParams } as const
  const write = { ...read, method: 'POST', ability: `${kind}s.manage` } as const
  return {
    /** The 50 newest versions that were sent, the newest first, without their texts. */
    listVersions: endpoint({
      ...read,
      path: `${path}/versions`,
      response: z.object({ data: z.array(DocumentVersionRow) }),
    }),
    /** A version that was sent, with everything it says. */
    showVersion: endpoint({
      ...read,
      path: `${path}/versions/:edition`,
      params: versionParams,
      response: z.object({ data: version }),
    }),
    /** The PDF of a version that was sent, the latest unless `edition` names another; a draft says so across each page. */
    showPdf: endpoint({
      ...read,
      path: `${path}/pdf`,
      query: z.object({ edition: idFilter('edition', 'version') }),
      response: z.undefined(),
    }),
    /** Its emails, the newest first. */
    listEmails: endpoint({
      ...read,
      path: `${path}/emails`,
      response: z.object({ data: z.array(DocumentEmail) }),
    }),
    /**
     * Emails what was sent, with its PDF, or a reminder of what isn’t answered. 409 in another status, or where the service can’t
     * email.
     */
    email: endpoint({
      ...write,
      path: `${path}/emails`,
      body: DocumentEmailInput,
      status: 201,
      response: z.object({ data: DocumentEmail }),
    }),
    /** Attempts a failed email again. 409 unless it failed, and where what it says was withdrawn or is over. */
    retryEmail: endpoint({
      ...write,
      path: `/api/x/${kind}-emails/:id/retry`,
      record: 'emails',
      response: z.object({ data: DocumentEmail }),
    }),
    /** Of a draft; versions that were sent with a file keep it. 409 unless it’s a draft. */
    ...attachmentParts(kind, {
      record: 'documents',
      files: 'document_files',
      ability: `${kind}s.manage`,
    }),
  }
}

export type DocumentParts = ReturnType<typeof documentParts<z.ZodMiniType>>

/** What one of them is created and changed with, in the API's description and in tests. */
export const documentExample = {
  customer_id: 1001,
  title: 'Photography',
  currency: 'EUR',
  sections: [{ heading: 'Scope', text: 'The **ground floor**:\n\n- kitchen\n- hall' }],
  line_items: [{ description: 'Photography', quantity: 3, unit_price: 413.5, discount: 0, tax_rate: 23 }],
}
