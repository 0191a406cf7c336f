import * as z from 'zod/mini'

import { contractStatuses } from './contract-states.ts'
import {
  AnswerInput,
  Attachment,
  Contract,
  ContractInput,
  ContractRow,
  ContractVersion,
  DocumentEmail,
  DocumentEmailInput,
  DocumentSend,
  DocumentVersionRow,
  documentFilter,
  documentPage,
  versionParams,
} from './documents.ts'
import { endpoint } from './endpoint.ts'
import { idFilter, sortBy } from './list-query.ts'
import { contractSorts } from './list-sorts.ts'
import { idParams } from './surface.ts'

const response = z.object({ data: Contract })
const read = { surface: 'x', method: 'GET', record: 'documents', params: idParams } as const
const write = {
  surface: 'x',
  method: 'POST',
  record: 'documents',
  ability: 'contracts.manage',
  params: idParams,
  response,
} as const

/** One page of contracts. */
export const listContracts = endpoint({
  surface: 'x',
  method: 'GET',
  path: '/api/x/contracts',
  query: z.object({
    ...documentFilter,
    status: z.optional(z.enum(contractStatuses, `status must be one of ${contractStatuses.join(', ')}`)),
    /** The newest first unless given. */
    sort: sortBy(contractSorts),
  }),
  response: documentPage(ContractRow),
})

/** Its `ETag` is its version. */
export const showContract = endpoint({ ...read, path: '/api/x/contracts/:id', response })

/** Adds a draft. Takes an `Idempotency-Key`. */
export const createContract = endpoint({
  surface: 'x',
  method: 'POST',
  path: '/api/x/contracts',
  ability: 'contracts.manage',
  body: ContractInput,
  status: 201,
  response,
})

/** Replaces a draft; `If-Match` names its version. 409 unless it’s a draft: what was sent is revised first. */
export const updateContract = endpoint({
  ...write,
  method: 'PUT',
  path: '/api/x/contracts/:id',
  body: ContractInput,
})

/** Deletes a draft. 409 unless it’s a draft that was never sent. */
export const deleteContract = endpoint({
  ...write,
  method: 'DELETE',
  path: '/api/x/contracts/:id',
  status: 204,
  response: z.undefined(),
})

/**
 * Sends a draft as its next version, which never changes; the first time it gets its number. `If-Match` names its version.
 * 409 unless it’s a draft, 422 if it’s incomplete.
 */
export const sendContract = endpoint({ ...write, path: '/api/x/contracts/:id/send', body: DocumentSend })

/** Withdraws what was sent and makes it a draft again, for a new version under the same number. `If-Match` as above. */
export const reviseContract = endpoint({ ...write, path: '/api/x/contracts/:id/revise' })

/** Records that the customer signed it, such as on paper, and who did. `If-Match` as above. */
export const signContract = endpoint({ ...write, path: '/api/x/contracts/:id/sign', body: AnswerInput })

/** Records that the customer declined it, and who said so. `If-Match` as above. */
export const declineContract = endpoint({ ...write, path: '/api/x/contracts/:id/decline', body: AnswerInput })

/** Ends a signed contract today, before its last day. `If-Match` as above. */
export const endContract = endpoint({ ...write, path: '/api/x/contracts/:id/end' })

/** A new draft with the content of any contract. */
export const duplicateContract = endpoint({ ...write, path: '/api/x/contracts/:id/duplicate', status: 201 })

/** The 50 newest versions that were sent, the newest first, without their texts. */
export const listContractVersions = endpoint({
  ...read,
  path: '/api/x/contracts/:id/versions',
  response: z.object({ data: z.array(DocumentVersionRow) }),
})

/** A version that was sent, with everything it says. */
export const showContractVersion = endpoint({
  ...read,
  path: '/api/x/contracts/:id/versions/:edition',
  params: versionParams,
  response: z.object({ data: ContractVersion }),
})

/** The PDF of a version that was sent, the latest unless `edition` names another; a draft says so across each page. */
export const showContractPdf = endpoint({
  ...read,
  path: '/api/x/contracts/:id/pdf',
  query: z.object({ edition: idFilter('edition', 'version') }),
  response: z.undefined(),
})

/** Its emails, the newest first. */
export const listContractEmails = endpoint({
  ...read,
  path: '/api/x/contracts/:id/emails',
  response: z.object({ data: z.array(DocumentEmail) }),
})

/** Emails what was sent, with its PDF, or a reminder of what isn’t answered. 409 in another status, or where the service can’t email. */
export const emailContract = endpoint({
  ...write,
  path: '/api/x/contracts/:id/emails',
  body: DocumentEmailInput,
  status: 201,
  response: z.object({ data: DocumentEmail }),
})

/** Attempts a failed email again. 409 unless it failed, and where what it says was withdrawn or is over. */
export const retryContractEmail = endpoint({
  ...write,
  path: '/api/x/contract-emails/:id/retry',
  record: 'emails',
  response: z.object({ data: DocumentEmail }),
})

/** Attaches a file to a draft: a form with it as `file`. 409 unless it’s a draft. Takes an `Idempotency-Key`. */
export const attachToContract = endpoint({
  ...write,
  path: '/api/x/contracts/:id/attachments',
  bodyType: 'multipart',
  status: 201,
  response: z.object({ data: Attachment }),
})

/** Removes an attachment from a draft; versions that were sent with it keep it. 409 unless it’s a draft. */
export const removeContractAttachment = endpoint({
  ...write,
  method: 'DELETE',
  path: '/api/x/contract-attachments/:id',
  record: 'document_files',
  status: 204,
  response: z.undefined(),
})
