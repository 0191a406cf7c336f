import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query'

import type { ContractStatus } from '#contract/documents/contract-states.ts'
import { contractParts, contracts } from '#contract/documents/contracts.ts'
import type {
  AnswerInput,
  Contract,
  ContractInput,
  ContractRow,
  ContractVersion,
  ConversionTarget,
  CountersignInput,
  DocumentEmailInput,
  DocumentKind,
  Proposal,
  ProposalInput,
  ProposalRow,
} from '#contract/documents/documents.ts'
import type { ProposalStatus } from '#contract/documents/proposal-states.ts'
import { proposalParts, proposals } from '#contract/documents/proposals.ts'
import type { EmailInput } from '#contract/invoices/emails.ts'
import type { ContractSort, ProposalSort } from '#contract/wire/list-sorts.ts'

import { attachmentMutations } from './attachments.ts'
import { call } from './client.ts'
import { download } from './download.ts'
import { fromB } from './page.ts'
import type { Attempt, PageQuery, Save } from './record-queries.ts'

/** A proposal in the shape of a contract: `ends_on` is the last day on which it can be accepted. */
type AsContract<Document extends { readonly valid_until: string | null }> = Omit<Document, 'valid_until'> &
  Pick<Contract, 'starts_on' | 'ends_on'>

/** A row of the list of either kind. */
export type DocumentRow = AsContract<ProposalRow> | ContractRow

/** A version of either kind, as it was sent. */
export type DocumentVersion = ContractVersion

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

const keys = { proposal: ['proposals'], contract: ['contracts'] } as const satisfies Record<
  DocumentKind,
  readonly string[]
>
const stale = (kind: DocumentKind) => ({ stale: keys[kind] })

const asContract = <Document extends { readonly valid_until: string | null }>({
  valid_until,
  ...rest
}: Document): AsContract<Document> => ({ ...rest, starts_on: null, ends_on: valid_until })

/** A proposal or contract as the service returns it. */
const asOne = ({ data }: { readonly data: Proposal | Contract }): OneDocument =>
  'valid_until' in data
    ? { ...asContract(data), kind: 'proposal', signers: [], proposal: null }
    : { ...data, kind: 'contract', conversions: [] }

function bodyOf(kind: DocumentKind, input: DocumentInput): ProposalInput | ContractInput {
  if (kind === 'contract') return input
  const { starts_on: _start, ends_on, signers: _signers, ...content } = input
  return { ...content, valid_until: ends_on }
}

/** Endpoints of either kind. */
const kinds = {
  proposal: { ...proposals, agree: proposals.actions.accept, ...proposalParts },
  contract: { ...contracts, agree: contracts.actions.sign, ...contractParts },
} as const

/** The queries and mutations of proposals and contracts. */
export const documents = {
  all: (kind: DocumentKind) => keys[kind],
  list: (kind: DocumentKind, { page, size, search, status, customer, sort }: DocumentQuery) =>
    queryOptions({
      queryKey: [...keys[kind], 'list', { page, size, search, status, customer, sort }] as const,
      queryFn: async ({ signal }) => {
        const own = {
          status: status as ContractStatus & ProposalStatus,
          sort: sort as ContractSort & ProposalSort,
        }
        const query = { page, limit: size, search: search || undefined, customer_id: customer, ...own }
        const { data, ...answer } = await call(kinds[kind].list, { query }, signal)
        const rows = data.map((row): DocumentRow => ('valid_until' in row ? asContract(row) : row))
        return { ...fromB<DocumentRow>({ ...answer, data: rows }), counts: answer.by_status }
      },
      placeholderData: keepPreviousData,
    }),
  one: (kind: DocumentKind, id: number) =>
    queryOptions({
      queryKey: [...keys[kind], 'one', id] as const,
      queryFn: async ({ signal }) => asOne(await call(kinds[kind].show, { params: { id } }, signal)),
    }),
  /** Sent versions, the newest first. */
  versions: (kind: DocumentKind, id: number) =>
    queryOptions({
      queryKey: [...keys[kind], 'versions', id] as const,
      queryFn: async ({ signal }) => (await call(kinds[kind].listVersions, { params: { id } }, signal)).data,
    }),
  /** One of them, with everything it says. */
  version: (kind: DocumentKind, id: number, edition: number) =>
    queryOptions({
      queryKey: [...keys[kind], 'version', id, edition] as const,
      queryFn: async ({ signal }): Promise<DocumentVersion> => {
        const { data } = await call(kinds[kind].showVersion, { params: { id, edition } }, signal)
        return 'valid_until' in data ? { ...asContract(data), signers: [] } : data
      },
    }),
  emails: (kind: DocumentKind, id: number) =>
    queryOptions({
      queryKey: [...keys[kind], 'emails', id] as const,
      queryFn: async ({ signal }) => (await call(kinds[kind].listEmails, { params: { id } }, signal)).data,
    }),
  create: (kind: DocumentKind) =>
    mutationOptions({
      mutationFn: async ({ input, key }: Save<DocumentInput>) =>
        asOne(await call(kinds[kind].create, { body: bodyOf(kind, input), key })),
      meta: stale(kind),
    }),
  update: (kind: DocumentKind, id: number) =>
    mutationOptions({
      mutationFn: async ({ input, ...attempt }: Save<DocumentInput>) =>
        asOne(await call(kinds[kind].update, { params: { id }, body: bodyOf(kind, input), ...attempt })),
      // What is done next with it names this version.
      onSuccess: (saved, _input, _result, { client }) =>
        client.setQueryData(documents.one(kind, id).queryKey, saved),
      meta: stale(kind),
    }),
  remove: (kind: DocumentKind, id: number) =>
    mutationOptions({
      mutationFn: (version: string) => call(kinds[kind].remove, { params: { id }, version }),
      // Its own page is still open and would read it again.
      meta: { stale: [...keys[kind], 'list'] },
    }),
  send: (kind: DocumentKind, id: number) =>
    mutationOptions({
      mutationFn: async ({ email, ...attempt }: Attempt & { readonly email?: EmailInput }) =>
        asOne(
          await call(kinds[kind].actions.send, { params: { id }, body: email ? { email } : {}, ...attempt }),
        ),
      meta: stale(kind),
    }),
  revise: (kind: DocumentKind, id: number) =>
    mutationOptions({
      mutationFn: async (attempt: Attempt) =>
        asOne(await call(kinds[kind].actions.revise, { params: { id }, ...attempt })),
      meta: stale(kind),
    }),
  /** Records what the customer said: that they accept or sign it, or that they don’t. */
  answer: (kind: DocumentKind, id: number, isAgreed: boolean) =>
    mutationOptions({
      mutationFn: async ({ answer, ...attempt }: Attempt & { readonly answer: AnswerInput }) => {
        const { agree, actions } = kinds[kind]
        const input = { params: { id }, body: answer, ...attempt }
        return asOne(await call(isAgreed ? agree : actions.decline, input))
      },
      meta: stale(kind),
    }),
  /** Signs a contract for the business that its customer has signed; `notify` emails it to them. */
  countersign: (id: number) =>
    mutationOptions({
      mutationFn: async ({ name, notify, ...attempt }: Attempt & CountersignInput) =>
        asOne(
          await call(contracts.actions.countersign, { params: { id }, body: { name, notify }, ...attempt }),
        ),
      meta: stale('contract'),
    }),
  /** Ends a signed contract today. */
  end: (id: number) =>
    mutationOptions({
      mutationFn: async (attempt: Attempt) =>
        asOne(await call(contracts.actions.end, { params: { id }, ...attempt })),
      meta: stale('contract'),
    }),
  duplicate: (kind: DocumentKind, id: number) =>
    mutationOptions({
      mutationFn: async ({ key }: { readonly key: string }) =>
        (await call(kinds[kind].actions.duplicate, { params: { id }, key })).data.id,
      meta: stale(kind),
    }),
  /** Makes an invoice or a contract from an accepted proposal and returns its id; 409 if there was one, unless `again`. */
  convert: (id: number, target: ConversionTarget) =>
    mutationOptions({
      mutationFn: async ({ key, again }: { readonly key: string; readonly again: boolean }) => {
        const input = { params: { id }, body: { again }, key }
        return (await call(proposalParts[target], input)).data.id
      },
      meta: stale('proposal'),
    }),
  /** `key`: the same for every attempt at the same email, so that a repeat sends no second one. */
  email: (kind: DocumentKind, id: number, as: DocumentEmailInput['kind'] = 'document') =>
    mutationOptions({
      mutationFn: async ({ email, key }: { readonly email: EmailInput; readonly key: string }) => {
        const input = { params: { id }, body: { ...email, kind: as }, key }
        return (await call(kinds[kind].email, input)).data
      },
      meta: stale(kind),
    }),
  retryEmail: (kind: DocumentKind) =>
    mutationOptions({
      mutationFn: async (id: number) => (await call(kinds[kind].retryEmail, { params: { id } })).data,
      meta: stale(kind),
    }),
  /** How the files of a draft are attached and removed. */
  attachments: (kind: DocumentKind, id: number) => attachmentMutations(kinds[kind], id, keys[kind]),
  /** The PDF of a version, the latest unless given; of a draft, what it would be. */
  pdf: (kind: DocumentKind, id: number, edition?: number) =>
    mutationOptions({
      mutationFn: () => download(kinds[kind].showPdf, { params: { id }, query: { edition } }),
    }),
}
