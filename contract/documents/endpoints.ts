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

/** The answer of a customer that staff record: who said it, and how. */
export const documentAnswer = { body: AnswerInput, needsVersion: true } as const

export const documentActions = {
  send: { body: DocumentSend, needsVersion: true },
  revise: { needsVersion: true },
  decline: documentAnswer,
  duplicate: { status: 201 },
} as const

/** What the endpoints of both do, for the API’s description; `agreed` is the status of one that a customer agreed to. */
export const documentTexts = (kind: DocumentKind, agreed: string, lastDay: string) => ({
  list: `one page of ${kind}s, the newest first: \`status\`, \`search\`, \`customer_id\`, \`sort\` (\`id\`, \`customer_name\`, \`sent_at\`, \`${lastDay}\`, \`total_amount\`, each with \`-\` for the reverse; those without a day come last), \`page\`, \`limit\`; \`by_status\` counts what matches apart from the status`,
  update:
    'replaces a draft, and attaches those files of a `template_id` that it doesn’t have yet; 409 unless it’s a draft',
  remove: 'deletes a draft that was never sent; 409 otherwise',
  send: 'sends a draft as its next version, which never changes, the first time with a number; with an `email` like that of an invoice; 409 unless it’s a draft, 422 if it’s incomplete',
  revise: `withdraws what was sent and makes it a draft again, for the next version under the same number; 409 once it’s ${agreed}`,
  decline: 'records that a customer declined: `{"name", "note"}` with who said so; 409 unless it’s open',
  duplicate: `a new draft with the content of any ${kind}`,
})

/** The endpoints of what belongs to one of them: versions, PDF, emails and files. */
export function documentParts<Version extends z.ZodMiniType>(kind: DocumentKind, version: Version) {
  const path = `/api/x/${kind}s/:id` as const
  const read = { surface: 'x', method: 'GET', record: 'documents', params: idParams } as const
  const write = { ...read, method: 'POST', ability: `${kind}s.manage` } as const
  return {
    listVersions: endpoint({
      ...read,
      path: `${path}/versions`,
      text: 'the 50 newest versions that were sent, the newest first: number, times, `answer` and `sha256`',
      response: z.object({ data: z.array(DocumentVersionRow) }),
    }),
    showVersion: endpoint({
      ...read,
      path: `${path}/versions/:edition`,
      text: 'one of them with its content; `sha256` is the hash of `hashed`, its content as one JSON text, with the sender and when it was sent; the `answer` has a `sha256` and `hashed` of its own, over the hash of the version and the answer, and the `link` that the customer came in with: `emailed` to an address or `shown` to a person',
      params: versionParams,
      response: z.object({ data: version }),
    }),
    showPdf: endpoint({
      ...read,
      path: `${path}/pdf`,
      text: 'the PDF of the latest version, or with `edition` of another one; a draft says so across each page',
      query: z.object({ edition: idFilter('edition', 'version') }),
      response: z.undefined(),
    }),
    listEmails: endpoint({
      ...read,
      path: `${path}/emails`,
      text: 'its emails, like those of an invoice',
      response: z.object({ data: z.array(DocumentEmail) }),
    }),
    email: endpoint({
      ...write,
      path: `${path}/emails`,
      text: 'emails what was sent with its PDF and attachments, or with `"kind": "reminder"` reminds of one that isn’t answered: `{"kind", "to", "subject", "message"}`, the former without `kind`; 409 in another status, or where `SMTP_URL` isn’t set',
      isIdempotent: true,
      body: DocumentEmailInput,
      status: 201,
      response: z.object({ data: DocumentEmail }),
    }),
    retryEmail: endpoint({
      ...write,
      path: `/api/x/${kind}-emails/:id/retry`,
      text: 'attempts a failed email again; 409 unless it failed, or where what it says was withdrawn or is over',
      isIdempotent: true,
      record: 'emails',
      response: z.object({ data: DocumentEmail }),
    }),
    ...attachmentParts(kind, {
      record: 'documents',
      files: 'document_files',
      ability: `${kind}s.manage`,
      texts: {
        attach:
          'attaches a file to a draft: a form with it as `file`, at most 20 MB, checked like files of customers; 201 with its `id`, `name`, `bytes`, `sha256` and `path`; 409 unless it’s a draft, 422 beyond 20 files or 100 MB',
        remove: 'removes it from a draft; versions that were sent with it keep it; 409 unless it’s a draft',
      },
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
