import { contractSorts } from '../wire/list-sorts.ts'
import { resource } from '../wire/resource.ts'
import { contractStatuses } from './contract-states.ts'
import { Contract, ContractInput, CountersignInput, ContractRow, ContractVersion } from './documents.ts'
import {
  documentActions,
  documentAnswer,
  documentExample,
  documentList,
  documentParts,
  documentTexts,
} from './endpoints.ts'

/** Contracts. They can be changed and deleted like proposals. */
export const contracts = resource('documents', {
  path: '/api/x/contracts',
  subject: 'contract',
  manage: 'contracts.manage',
  input: ContractInput,
  full: Contract,
  list: documentList(ContractRow, contractStatuses, contractSorts),
  actions: {
    ...documentActions,
    sign: documentAnswer,
    countersign: { body: CountersignInput, needsVersion: true },
    end: { needsVersion: true },
  },
  texts: {
    ...documentTexts('contract', 'signed', 'ends_on'),
    show: 'one with its version (`ETag`), `sections` of formatted text, `line_items`, `attachments`, `answer` and `sender`, the proposal it was made from, and its `signers`, each with a `signature` or null; the `answer` is the signature of the last one',
    create:
      'creates a draft: `customer_id`, `title`, `currency`, `sections` (`heading` and `text`), `line_items` like those of an invoice, `starts_on` and `ends_on` (or null), `template_id` as for a proposal, and `signers` (`name`, `email`): up to 10 people who sign for the customer, one after another',
    sign: 'records that a customer signed, or of several signers the next one, who then asks the one after them by email: `{"name", "note"}` with who said so; 409 unless it’s open',
    countersign:
      'signs a signed contract for the business, once: `{"name", "notify"}`, with `notify` the customer is emailed the PDF; the `answer` then has a `countersignature` with a hash of its own; 409 in another status',
    end: 'ends a signed contract today, before its last day',
  },
  live: ['documents'],
  example: { ...documentExample, starts_on: '2099-01-01', ends_on: '2099-12-31' },
})

export const contractParts = documentParts('contract', ContractVersion)
