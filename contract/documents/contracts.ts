import { contractSorts } from '../wire/list-sorts.ts'
import { resource } from '../wire/resource.ts'
import { contractStatuses } from './contract-states.ts'
import { Contract, ContractInput, CountersignInput, ContractRow, ContractVersion } from './documents.ts'
import { documentActions, documentAnswer, documentExample, documentList, documentParts } from './endpoints.ts'

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
    // Signs one that the customer has signed, once.
    countersign: { body: CountersignInput, needsVersion: true },
    // Ends a signed one today, before its last day.
    end: { needsVersion: true },
  },
  live: ['documents'],
  example: { ...documentExample, starts_on: '2099-01-01', ends_on: '2099-12-31' },
})

export const contractParts = documentParts('contract', ContractVersion)
