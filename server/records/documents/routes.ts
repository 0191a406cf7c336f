import type { FastifyInstance } from 'fastify'

import { contractStatuses } from '#contract/documents/contract-states.ts'
import { contractParts, contracts } from '#contract/documents/contracts.ts'
import type { AnswerInput, DocumentKind, DocumentSend } from '#contract/documents/documents.ts'
import type { DocumentParts } from '#contract/documents/endpoints.ts'
import { proposalStatuses } from '#contract/documents/proposal-states.ts'
import { proposalParts, proposals } from '#contract/documents/proposals.ts'
import { defaultPageSize } from '#contract/wire/surface.ts'
import type { Context } from '#server/context.ts'
import { emailOnce, requireMailServer, retryOnce } from '#server/outgoing/mail/email-routes.ts'
import { listEmails } from '#server/outgoing/mail/emails.ts'
import type { Caller } from '#server/platform/access/caller-types.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import { writeOnce } from '#server/platform/http/idempotency.ts'
import { mount } from '#server/platform/http/mount.ts'
import { now } from '#server/platform/lib/clock.ts'
import { HttpError } from '#server/platform/lib/http-error.ts'
import { mountAttachments } from '#server/records/attachments/mount-attachments.ts'
import { type StoredFile, removeUnused } from '#server/records/attachments/stored-files.ts'
import { sendPdf } from '#server/records/invoices/pdf-routes.ts'
import { requirePdf } from '#server/records/invoices/pdf.ts'
import { type Versioned, mountResource } from '#server/records/resources/mount-resource.ts'

import { answerDocument, countersignContract, endContract } from './answers.ts'
import { attachFile, removeFile } from './attachments.ts'
import { documentQueues } from './email-queue.ts'
import { queueAgreed, queueCountersigned, queueDocumentEmail } from './emails.ts'
import { readAllFiles } from './files.ts'
import { keepDocumentPdf, readDocumentPdf } from './pdf.ts'
import {
  type ListQuery,
  type DocumentRow,
  type VersionRow,
  listRows,
  listVersions,
  readContract,
  readProposal,
  readRow,
  readVersion,
  toContractRow,
  toContractVersion,
  toProposalRow,
  toProposalVersion,
} from './rows.ts'
import { sendDocument } from './sending.ts'
import { requireAction } from './states.ts'
import {
  addDocument,
  convertToContract,
  convertToInvoice,
  deleteDocument,
  duplicateDocument,
  inputOfProposal,
  reviseDocument,
  updateDocument,
} from './writes.ts'

/** Mounts proposals and contracts. Surface X. */
export function documents(app: FastifyInstance, context: Context): void {
  const proposal = workOf(context, 'proposal')
  mountResource(app, context, proposals, {
    ...proposal,
    list: (tenant, query) => listPage(tenant, 'proposal', proposalStatuses, query, toProposalRow),
    read: readProposal,
    create: (trx, actor, input) => addDocument(trx, actor, 'proposal', inputOfProposal(input)),
    update: (trx, _actor, which, input) => updateDocument(trx, 'proposal', which, inputOfProposal(input)),
    actions: { ...proposal.actions, accept: proposal.agree },
  })
  mountParts(app, context, 'proposal', proposalParts, toProposalVersion)
  mountConversion(app, context, 'invoice', convertToInvoice)
  mountConversion(app, context, 'contract', convertToContract)

  const contract = workOf(context, 'contract')
  mountResource(app, context, contracts, {
    ...contract,
    list: (tenant, query) => listPage(tenant, 'contract', contractStatuses, query, toContractRow),
    read: readContract,
    create: (trx, actor, input) => addDocument(trx, actor, 'contract', input),
    update: (trx, _actor, which, input) => updateDocument(trx, 'contract', which, input),
    actions: {
      ...contract.actions,
      async sign(trx, actor, which: Versioned, answer) {
        await contract.agree(trx, actor, which, answer)
        if (context.outbox.canSend) await queueAgreed(trx, actor, 'contract', which.id)
      },
      async countersign(trx, actor, which: Versioned, { name, notify }) {
        await countersignContract(trx, actor, which, name)
        if (notify) await queueCountersigned(trx, actor, which.id)
      },
      end: (trx, actor, which: Versioned) => endContract(trx, actor, which),
    },
    before: {
      ...contract.before,
      async countersign(tenant, id, { notify }) {
        if (!notify) return
        requireMailServer(context)
        await requirePdf(readDocumentPdf(context, tenant, 'contract', { id }))
      },
    },
  })
  mountParts(app, context, 'contract', contractParts, toContractVersion)
}

/** What is done alike for both kinds. */
function workOf(context: Context, kind: DocumentKind) {
  const answer =
    (move: 'agree' | 'decline') =>
    (trx: Tenant, actor: Caller, which: Versioned, { name, note, chosen }: AnswerInput) =>
      answerDocument(trx, actor, kind, which, { kind: move, by: { kind: 'staff', name, note }, chosen })
  return {
    agree: answer('agree'),
    actions: {
      async send(trx: Tenant, actor: Caller, which: Versioned, { email }: DocumentSend) {
        await sendDocument(trx, actor, kind, which)
        if (email) await queueDocumentEmail(trx, actor, kind, which.id, email, ['email'])
      },
      revise: (trx: Tenant, actor: Caller, which: Versioned) => reviseDocument(trx, actor, kind, which),
      decline: answer('decline'),
      duplicate: (trx: Tenant, actor: Caller, { id }: { readonly id: number }) =>
        duplicateDocument(trx, actor, kind, id),
    },
    before: {
      async send(tenant: Tenant, id: number, { email }: DocumentSend) {
        if (!email) return
        requireMailServer(context)
        await requirePdf(readDocumentPdf(context, tenant, kind, { id }))
      },
    },
    async remove(trx: Tenant, actor: Caller, which: Versioned) {
      const unused = await deleteDocument(trx, actor, kind, which)
      return () => removeUnused(context, unused)
    },
    async settled(tenant: Tenant, id: number, action: string) {
      if (['send', 'accept', 'sign', 'countersign'].includes(action))
        await keepDocumentPdf(context, tenant, kind, id)
      if (['send', 'sign', 'countersign'].includes(action)) context.outbox.wake()
    },
  }
}

interface PageQuery {
  readonly page?: number | undefined
  readonly limit?: number | undefined
}

/** Reads a page of the list, with how many there are of every status, in their order. */
async function listPage<Row>(
  tenant: Tenant,
  kind: DocumentKind,
  statuses: readonly string[],
  query: PageQuery & Omit<ListQuery, keyof PageQuery>,
  toRow: (row: DocumentRow) => Row,
) {
  const { page = 1, limit = defaultPageSize } = query
  const { rows, total, by_status } = await listRows(tenant, kind, { ...query, page, limit })
  return {
    data: rows.map(toRow),
    meta: { total, page, limit },
    by_status: statuses.map((status) => ({
      status,
      count: by_status.find((one) => one.status === status)?.count ?? 0,
    })),
    timestamp: now(),
  }
}

/** Mounts what belongs to one of them. */
function mountParts<Version>(
  app: FastifyInstance,
  context: Context,
  kind: DocumentKind,
  parts: DocumentParts,
  toVersion: (version: VersionRow, files: ReadonlyMap<number, StoredFile>) => Version,
) {
  mountAttachments(app, context, parts, {
    requireChangeable: async (tenant, id) => requireAction(await readRow(tenant, kind, id), 'edit'),
    attach: (trx, _actor, id, upload) => attachFile(trx, kind, id, upload),
    remove: (trx, _actor, file) => removeFile(trx, kind, file),
    published: ({ account }, id) => context.live.publish(account, { topic: 'documents', id }),
  })

  mount(app, context, parts.listVersions, async ({ tenant, params: { id } }) => {
    await readRow(tenant, kind, id)
    return { data: await listVersions(tenant, id) }
  })

  mount(app, context, parts.showVersion, async ({ tenant, params: { id, edition } }) => {
    await readRow(tenant, kind, id)
    const version = await readVersion(tenant, id, edition)
    if (!version) throw new HttpError('NOT_FOUND')
    return { data: toVersion(version, await readAllFiles(tenant, id)) }
  })

  mount(app, context, parts.showPdf, ({ tenant, params: { id }, query: { edition }, reply }) =>
    sendPdf(context, reply, (needs) => readDocumentPdf(needs, tenant, kind, { id, edition })),
  )

  mount(app, context, parts.listEmails, async ({ tenant, params: { id } }) => {
    await readRow(tenant, kind, id)
    return { data: await listEmails(tenant, kind, id) }
  })

  mount(app, context, parts.email, async ({ params: { id }, body, ...call }) => {
    requireMailServer(context)
    await requirePdf(readDocumentPdf(context, call.tenant, kind, { id }))
    return emailOnce(context, documentQueues[kind], parts.email, { ...call, body }, (trx) =>
      queueDocumentEmail(trx, call.caller, kind, id, body),
    )
  })

  mount(app, context, parts.retryEmail, (call) =>
    retryOnce(context, documentQueues[kind], parts.retryEmail, call),
  )
}

/** Mounts what makes a draft from an accepted proposal. */
function mountConversion(
  app: FastifyInstance,
  context: Context,
  target: 'invoice' | 'contract',
  convert: typeof convertToInvoice,
) {
  const endpoint = proposalParts[target]
  mount(
    app,
    context,
    endpoint,
    async ({ tenant, caller, params: { id }, body: { again = false }, request, reply }) => {
      const given = { tenant, request, reply, body: { again } }
      const data = await writeOnce(endpoint, given, async (trx) => ({
        id: await convert(trx, caller, id, again),
      }))
      if (target === 'invoice') context.live.publish(tenant.account, { topic: 'invoices', id: data.id })
      context.live.publish(tenant.account, { topic: 'documents', id: null })
      return { data }
    },
  )
}
