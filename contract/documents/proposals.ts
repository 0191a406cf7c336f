import * as z from 'zod/mini'

import { endpoint } from '../wire/endpoint.ts'
import { proposalSorts } from '../wire/list-sorts.ts'
import { resource } from '../wire/resource.ts'
import { idParams } from '../wire/surface.ts'
import { ConvertInput, Proposal, ProposalInput, ProposalRow, ProposalVersion } from './documents.ts'
import { documentActions, documentAnswer, documentExample, documentList, documentParts } from './endpoints.ts'
import { proposalStatuses } from './proposal-states.ts'

/** Proposals. Only drafts can be changed, what was sent is revised first; only those that were never sent can be deleted. */
export const proposals = resource('documents', {
  path: '/api/x/proposals',
  subject: 'proposal',
  manage: 'proposals.manage',
  input: ProposalInput,
  full: Proposal,
  list: documentList(ProposalRow, proposalStatuses, proposalSorts),
  actions: { ...documentActions, accept: documentAnswer },
  live: ['documents'],
  example: { ...documentExample, valid_until: '2099-12-31' },
})

const conversion = {
  surface: 'x',
  method: 'POST',
  record: 'documents',
  params: idParams,
  body: ConvertInput,
  status: 201,
  response: z.object({ data: z.object({ id: z.int() }) }),
} as const

export const proposalParts = {
  ...documentParts('proposal', ProposalVersion),
  /** Drafts an invoice with the lines of an accepted proposal, and returns the id of the invoice. */
  invoice: endpoint({ ...conversion, path: '/api/x/proposals/:id/invoice', ability: 'invoices.manage' }),
  /** Drafts a contract with the content of an accepted proposal, and returns the id of the contract. */
  contract: endpoint({ ...conversion, path: '/api/x/proposals/:id/contract', ability: 'contracts.manage' }),
}
