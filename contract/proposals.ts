import * as z from 'zod/mini'

import {
  AnswerInput,
  Attachment,
  ConvertInput,
  Proposal,
  ProposalInput,
  ProposalRow,
  ProposalVersion,
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
import { proposalSorts } from './list-sorts.ts'
import { proposalStatuses } from './proposal-states.ts'
import { idParams } from './surface.ts'

const response = z.object({ data: Proposal })
const read = { surface: 'x', method: 'GET', record: 'documents', params: idParams } as const
const write = {
  surface: 'x',
  method: 'POST',
  record: 'documents',
  ability: 'proposals.manage',
  params: idParams,
  response,
} as const

/** One page of proposals. */
export const listProposals = endpoint({
  surface: 'x',
  method: 'GET',
  path: '/api/x/proposals',
  query: z.object({
    ...documentFilter,
    status: z.optional(z.enum(proposalStatuses, `status must be one of ${proposalStatuses.join(', ')}`)),
    /** The newest first unless given. */
    sort: sortBy(proposalSorts),
  }),
  response: documentPage(ProposalRow),
})

/** Its `ETag` is its version. */
export const showProposal = endpoint({ ...read, path: '/api/x/proposals/:id', response })

/** Adds a draft. Takes an `Idempotency-Key`. */
export const createProposal = endpoint({
  surface: 'x',
  method: 'POST',
  path: '/api/x/proposals',
  ability: 'proposals.manage',
  body: ProposalInput,
  status: 201,
  response,
})

/** Replaces a draft; `If-Match` names its version. 409 unless it’s a draft: what was sent is revised first. */
export const updateProposal = endpoint({
  ...write,
  method: 'PUT',
  path: '/api/x/proposals/:id',
  body: ProposalInput,
})

/** Deletes a draft. 409 unless it’s a draft that was never sent. */
export const deleteProposal = endpoint({
  ...write,
  method: 'DELETE',
  path: '/api/x/proposals/:id',
  status: 204,
  response: z.undefined(),
})

/**
 * Sends a draft as its next version, which never changes; the first time it gets its number. `If-Match` names its version.
 * 409 unless it’s a draft, 422 if it’s incomplete.
 */
export const sendProposal = endpoint({ ...write, path: '/api/x/proposals/:id/send', body: DocumentSend })

/** Withdraws what was sent and makes it a draft again, for a new version under the same number. `If-Match` as above. */
export const reviseProposal = endpoint({ ...write, path: '/api/x/proposals/:id/revise' })

/** Records that the customer accepted it, and who said so. `If-Match` as above. */
export const acceptProposal = endpoint({ ...write, path: '/api/x/proposals/:id/accept', body: AnswerInput })

/** Records that the customer declined it, and who said so. `If-Match` as above. */
export const declineProposal = endpoint({ ...write, path: '/api/x/proposals/:id/decline', body: AnswerInput })

/** A new draft with the content of any proposal. */
export const duplicateProposal = endpoint({ ...write, path: '/api/x/proposals/:id/duplicate', status: 201 })

const made = z.object({ data: z.object({ id: z.int() }) })

/** Drafts an invoice with the lines of an accepted proposal, and returns the id of the invoice. */
export const invoiceProposal = endpoint({
  ...write,
  path: '/api/x/proposals/:id/invoice',
  ability: 'invoices.manage',
  body: ConvertInput,
  status: 201,
  response: made,
})

/** Drafts a contract with the content of an accepted proposal, and returns the id of the contract. */
export const contractProposal = endpoint({
  ...write,
  path: '/api/x/proposals/:id/contract',
  ability: 'contracts.manage',
  body: ConvertInput,
  status: 201,
  response: made,
})

/** The 50 newest versions that were sent, the newest first, without their texts. */
export const listProposalVersions = endpoint({
  ...read,
  path: '/api/x/proposals/:id/versions',
  response: z.object({ data: z.array(DocumentVersionRow) }),
})

/** A version that was sent, with everything it says. */
export const showProposalVersion = endpoint({
  ...read,
  path: '/api/x/proposals/:id/versions/:edition',
  params: versionParams,
  response: z.object({ data: ProposalVersion }),
})

/** The PDF of a version that was sent, the latest unless `edition` names another; a draft says so across each page. */
export const showProposalPdf = endpoint({
  ...read,
  path: '/api/x/proposals/:id/pdf',
  query: z.object({ edition: idFilter('edition', 'version') }),
  response: z.undefined(),
})

/** Its emails, the newest first. */
export const listProposalEmails = endpoint({
  ...read,
  path: '/api/x/proposals/:id/emails',
  response: z.object({ data: z.array(DocumentEmail) }),
})

/** Emails what was sent, with its PDF, or a reminder of what isn’t answered. 409 in another status, or where the service can’t email. */
export const emailProposal = endpoint({
  ...write,
  path: '/api/x/proposals/:id/emails',
  body: DocumentEmailInput,
  status: 201,
  response: z.object({ data: DocumentEmail }),
})

/** Attempts a failed email again. 409 unless it failed, and where what it says was withdrawn or is over. */
export const retryProposalEmail = endpoint({
  ...write,
  path: '/api/x/proposal-emails/:id/retry',
  record: 'emails',
  response: z.object({ data: DocumentEmail }),
})

/** Attaches a file to a draft: a form with it as `file`. 409 unless it’s a draft. Takes an `Idempotency-Key`. */
export const attachToProposal = endpoint({
  ...write,
  path: '/api/x/proposals/:id/attachments',
  bodyType: 'multipart',
  status: 201,
  response: z.object({ data: Attachment }),
})

/** Removes an attachment from a draft; versions that were sent with it keep it. 409 unless it’s a draft. */
export const removeProposalAttachment = endpoint({
  ...write,
  method: 'DELETE',
  path: '/api/x/proposal-attachments/:id',
  record: 'document_files',
  status: 204,
  response: z.undefined(),
})
