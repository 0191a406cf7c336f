import * as z from 'zod/mini'

import { endpoint } from '../wire/endpoint.ts'
import { proposalSorts } from '../wire/list-sorts.ts'
import { resource } from '../wire/resource.ts'
import { idParams } from '../wire/surface.ts'
import { ConvertInput, Proposal, ProposalInput, ProposalRow, ProposalVersion } from './documents.ts'
import {
  documentActions,
  documentAnswer,
  documentExample,
  documentList,
  documentParts,
  documentTexts,
} from './endpoints.ts'
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
  texts: {
    ...documentTexts('proposal', 'accepted', 'valid_until'),
    show: 'one with its version (`ETag`), `sections` of formatted text, `line_items`, `attachments`, `answer`, `sender` and `look` (that of the customer’s invoices, and with it the language; each version keeps its own), and what it was converted to',
    create:
      'creates a draft: `customer_id`, `title`, `currency`, `sections` (`heading` and `text`), `line_items` like those of an invoice, each `is_optional` if the customer may leave it out, `valid_until` (or null), and `template_id` (or null, or not given), the template whose files it gets, 422 unless it is one of proposals',
    accept:
      'records that a customer accepted: `{"name", "note"}` with who said so, and with `chosen`, the indexes of the optional lines that they want, from 0; taxes and total follow; 409 unless it’s open',
  },
  live: ['documents'],
  example: { ...documentExample, valid_until: '2099-12-31' },
})

const conversion = {
  surface: 'x',
  method: 'POST',
  record: 'documents',
  params: idParams,
  isIdempotent: true,
  body: ConvertInput,
  status: 201,
  response: z.object({ data: z.object({ id: z.int() }) }),
} as const

export const proposalParts = {
  ...documentParts('proposal', ProposalVersion),
  invoice: endpoint({
    ...conversion,
    path: '/api/x/proposals/:id/invoice',
    text: 'drafts an invoice with the lines of an accepted proposal, 201 with its `id`; 409 if that was done before, unless `{"again": true}`',
    ability: 'invoices.manage',
  }),
  contract: endpoint({
    ...conversion,
    path: '/api/x/proposals/:id/contract',
    text: 'drafts a contract with the content of an accepted proposal, 201 with its `id`; 409 if that was done before, unless `{"again": true}`',
    ability: 'contracts.manage',
  }),
}
