import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query'

import type { ContractStatus } from '#contract/contract-states.ts'
import {
  attachToContract,
  createContract,
  declineContract,
  deleteContract,
  duplicateContract,
  emailContract,
  endContract,
  listContractEmails,
  listContractVersions,
  listContracts,
  removeContractAttachment,
  retryContractEmail,
  reviseContract,
  sendContract,
  showContract,
  showContractPdf,
  showContractVersion,
  signContract,
  updateContract,
} from '#contract/contracts.ts'
import type {
  AnswerInput,
  Contract,
  ContractInput,
  ContractRow,
  ContractVersion,
  ConversionTarget,
  DocumentEmailInput,
  DocumentKind,
  Proposal,
  ProposalRow,
  ProposalVersion,
} from '#contract/documents.ts'
import type { EmailInput } from '#contract/invoice-emails.ts'
import type { ContractSort, ProposalSort } from '#contract/list-sorts.ts'
import type { ProposalStatus } from '#contract/proposal-states.ts'
import {
  contractProposal,
  acceptProposal,
  attachToProposal,
  createProposal,
  declineProposal,
  deleteProposal,
  duplicateProposal,
  emailProposal,
  invoiceProposal,
  listProposalEmails,
  listProposalVersions,
  listProposals,
  removeProposalAttachment,
  retryProposalEmail,
  reviseProposal,
  sendProposal,
  showProposal,
  showProposalPdf,
  showProposalVersion,
  updateProposal,
} from '#contract/proposals.ts'

import { call, upload } from './client.ts'
import { download } from './download.ts'
import { fromB } from './page.ts'
import type { Attempt, PageQuery, Save } from './record-queries.ts'

/** A proposal in the shape of a contract: `ends_on` is the last day on which it can be accepted. */
type AsContract<Document extends { readonly valid_until: string | null }> = Omit<Document, 'valid_until'> &
  Pick<Contract, 'starts_on' | 'ends_on'>

/** A row of the list of either kind. */
export type DocumentRow = AsContract<ProposalRow> | ContractRow

/** A version of either kind, as it was sent. */
export type DocumentVersion = AsContract<ProposalVersion> | ContractVersion

/** A proposal or a contract. */
export interface OneDocument extends Omit<Contract, 'proposal'> {
  readonly kind: DocumentKind
  /** A draft that a proposal was converted to. */
  readonly conversions: Proposal['conversions']
  /** The proposal that a contract was made from. */
  readonly proposal: Contract['proposal']
}

/** The values its form saves, whichever kind it is. */
export type DocumentInput = ContractInput

/** A page of the list. */
export interface DocumentQuery extends PageQuery {
  readonly search: string
  readonly status?: string | undefined
  readonly customer?: number | undefined
  readonly sort?: string | undefined
}

/** Files to attach, each with a key that is the same for every attempt. */
interface Attaching {
  readonly files: readonly { readonly file: File; readonly key: string }[]
  /** Of all of them together, 0 to 1. */
  readonly onProgress: (share: number) => void
  readonly signal: AbortSignal
}

const keys = { proposal: ['proposals'], contract: ['contracts'] } as const satisfies Record<
  DocumentKind,
  readonly string[]
>
const stale = (kind: DocumentKind) => ({ stale: keys[kind] })

const asContract = <Document extends { readonly valid_until: string | null }>({
  valid_until,
  ...rest
}: Document): AsContract<Document> => ({ ...rest, starts_on: null, ends_on: valid_until })

const ofProposal = (proposal: Proposal): OneDocument => ({
  ...asContract(proposal),
  kind: 'proposal',
  proposal: null,
})
const ofContract = (contract: Contract): OneDocument => ({ ...contract, kind: 'contract', conversions: [] })

const proposalInput = ({ starts_on: _none, ends_on, ...content }: DocumentInput) => ({
  ...content,
  valid_until: ends_on,
})

/** The queries and mutations of proposals and contracts. */
export const documents = {
  all: (kind: DocumentKind) => keys[kind],
  list: (kind: DocumentKind, { page, size, search, status, customer, sort }: DocumentQuery) =>
    queryOptions({
      queryKey: [...keys[kind], 'list', { page, size, search, status, customer, sort }] as const,
      queryFn: async ({ signal }) => {
        const query = { page, limit: size, search: search || undefined, customer_id: customer }
        if (kind === 'contract') {
          const own = { ...query, status: status as ContractStatus | undefined, sort: sort as ContractSort }
          const answer = await call(listContracts, { query: own }, signal)
          return { ...fromB<DocumentRow>(answer), counts: answer.by_status }
        }
        const own = { ...query, status: status as ProposalStatus | undefined, sort: sort as ProposalSort }
        const { data, ...answer } = await call(listProposals, { query: own }, signal)
        return {
          ...fromB<DocumentRow>({ ...answer, data: data.map((row) => asContract(row)) }),
          counts: answer.by_status,
        }
      },
      placeholderData: keepPreviousData,
    }),
  one: (kind: DocumentKind, id: number) =>
    queryOptions({
      queryKey: [...keys[kind], 'one', id] as const,
      queryFn: async ({ signal }) =>
        kind === 'proposal'
          ? ofProposal((await call(showProposal, { params: { id } }, signal)).data)
          : ofContract((await call(showContract, { params: { id } }, signal)).data),
    }),
  /** Sent versions, the newest first. */
  versions: (kind: DocumentKind, id: number) =>
    queryOptions({
      queryKey: [...keys[kind], 'versions', id] as const,
      queryFn: async ({ signal }) =>
        (
          await call(
            kind === 'proposal' ? listProposalVersions : listContractVersions,
            { params: { id } },
            signal,
          )
        ).data,
    }),
  /** One of them, with everything it says. */
  version: (kind: DocumentKind, id: number, edition: number) =>
    queryOptions({
      queryKey: [...keys[kind], 'version', id, edition] as const,
      queryFn: async ({ signal }): Promise<DocumentVersion> => {
        const params = { id, edition }
        return kind === 'proposal'
          ? asContract((await call(showProposalVersion, { params }, signal)).data)
          : (await call(showContractVersion, { params }, signal)).data
      },
    }),
  emails: (kind: DocumentKind, id: number) =>
    queryOptions({
      queryKey: [...keys[kind], 'emails', id] as const,
      queryFn: async ({ signal }) =>
        (
          await call(
            kind === 'proposal' ? listProposalEmails : listContractEmails,
            { params: { id } },
            signal,
          )
        ).data,
    }),
  create: (kind: DocumentKind) =>
    mutationOptions({
      mutationFn: async ({ input, key }: Save<DocumentInput>) =>
        kind === 'proposal'
          ? ofProposal((await call(createProposal, { body: proposalInput(input), key })).data)
          : ofContract((await call(createContract, { body: input, key })).data),
      meta: stale(kind),
    }),
  update: (kind: DocumentKind, id: number) =>
    mutationOptions({
      mutationFn: async ({ input, ...attempt }: Save<DocumentInput>) =>
        kind === 'proposal'
          ? ofProposal(
              (await call(updateProposal, { params: { id }, body: proposalInput(input), ...attempt })).data,
            )
          : ofContract((await call(updateContract, { params: { id }, body: input, ...attempt })).data),
      // What is done next with it names this version.
      onSuccess: (saved, _input, _result, { client }) =>
        client.setQueryData(documents.one(kind, id).queryKey, saved),
      meta: stale(kind),
    }),
  remove: (kind: DocumentKind, id: number) =>
    mutationOptions({
      mutationFn: (version: string) =>
        call(kind === 'proposal' ? deleteProposal : deleteContract, { params: { id }, version }),
      // Its own page is still open and would read it again.
      meta: { stale: [...keys[kind], 'list'] },
    }),
  send: (kind: DocumentKind, id: number) =>
    mutationOptions({
      mutationFn: async ({ email, ...attempt }: Attempt & { readonly email?: EmailInput }) => {
        const body = email ? { email } : {}
        return kind === 'proposal'
          ? ofProposal((await call(sendProposal, { params: { id }, body, ...attempt })).data)
          : ofContract((await call(sendContract, { params: { id }, body, ...attempt })).data)
      },
      meta: stale(kind),
    }),
  revise: (kind: DocumentKind, id: number) =>
    mutationOptions({
      mutationFn: async (attempt: Attempt) =>
        kind === 'proposal'
          ? ofProposal((await call(reviseProposal, { params: { id }, ...attempt })).data)
          : ofContract((await call(reviseContract, { params: { id }, ...attempt })).data),
      meta: stale(kind),
    }),
  /** Records what the customer said: that they accept or sign it, or that they don’t. */
  answer: (kind: DocumentKind, id: number, isAgreed: boolean) =>
    mutationOptions({
      mutationFn: async ({ answer, ...attempt }: Attempt & { readonly answer: AnswerInput }) => {
        const input = { params: { id }, body: answer, ...attempt }
        return kind === 'proposal'
          ? ofProposal((await call(isAgreed ? acceptProposal : declineProposal, input)).data)
          : ofContract((await call(isAgreed ? signContract : declineContract, input)).data)
      },
      meta: stale(kind),
    }),
  /** Ends a signed contract today. */
  end: (id: number) =>
    mutationOptions({
      mutationFn: async (attempt: Attempt) =>
        ofContract((await call(endContract, { params: { id }, ...attempt })).data),
      meta: stale('contract'),
    }),
  duplicate: (kind: DocumentKind, id: number) =>
    mutationOptions({
      mutationFn: async ({ key }: { readonly key: string }) =>
        (await call(kind === 'proposal' ? duplicateProposal : duplicateContract, { params: { id }, key }))
          .data.id,
      meta: stale(kind),
    }),
  /** Makes an invoice or a contract from an accepted proposal and returns its id; 409 if there was one, unless `again`. */
  convert: (id: number, target: ConversionTarget) =>
    mutationOptions({
      mutationFn: async ({ key, again }: { readonly key: string; readonly again: boolean }) => {
        const input = { params: { id }, body: { again }, key }
        return (await call(target === 'invoice' ? invoiceProposal : contractProposal, input)).data.id
      },
      meta: stale('proposal'),
    }),
  /** `key`: the same for every attempt at the same email, so that a repeat sends no second one. */
  email: (kind: DocumentKind, id: number, as: DocumentEmailInput['kind'] = 'document') =>
    mutationOptions({
      mutationFn: async ({ email, key }: { readonly email: EmailInput; readonly key: string }) => {
        const input = { params: { id }, body: { ...email, kind: as }, key }
        return (await call(kind === 'proposal' ? emailProposal : emailContract, input)).data
      },
      meta: stale(kind),
    }),
  retryEmail: (kind: DocumentKind) =>
    mutationOptions({
      mutationFn: async (id: number) =>
        (await call(kind === 'proposal' ? retryProposalEmail : retryContractEmail, { params: { id } })).data,
      meta: stale(kind),
    }),
  /** Attaches files to a draft, one after the other. The keys make it safe to repeat: what has arrived isn’t attached twice. */
  attach: (kind: DocumentKind, id: number) =>
    mutationOptions({
      mutationFn: async ({ files, onProgress, signal }: Attaching) => {
        const endpoint = kind === 'proposal' ? attachToProposal : attachToContract
        for (const [index, { file, key }] of files.entries()) {
          const form = new FormData()
          form.append('file', file)
          const report = (share: number) => onProgress((index + share) / files.length)
          await upload(endpoint, form, { params: { id }, key, signal, onProgress: report })
        }
      },
      meta: stale(kind),
    }),
  removeAttachment: (kind: DocumentKind) =>
    mutationOptions({
      mutationFn: (id: number) =>
        call(kind === 'proposal' ? removeProposalAttachment : removeContractAttachment, { params: { id } }),
      meta: stale(kind),
    }),
  /** The PDF of a version, the latest unless given; of a draft, what it would be. */
  pdf: (kind: DocumentKind, id: number, edition?: number) =>
    mutationOptions({
      mutationFn: () =>
        download(
          kind === 'proposal' ? showProposalPdf : showContractPdf,
          { params: { id }, query: { edition } },
          { signal: new AbortController().signal, type: 'application/pdf' },
        ),
    }),
}
