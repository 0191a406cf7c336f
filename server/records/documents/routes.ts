import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'

import { contractStatuses } from '#contract/contract-states.ts'
import * as contracts from '#contract/contracts.ts'
import type { DocumentEmailInput, DocumentKind, DocumentSend } from '#contract/documents.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { proposalStatuses } from '#contract/proposal-states.ts'
import * as proposals from '#contract/proposals.ts'
import { defaultPageSize } from '#contract/surface.ts'
import type { Context } from '#server/context.ts'
import { emailOnce, requireMailServer, retryOnce } from '#server/outgoing/mail/email-routes.ts'
import { listEmails } from '#server/outgoing/mail/emails.ts'
import type { Caller } from '#server/platform/access/caller-types.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import { writeOnce } from '#server/platform/http/idempotency.ts'
import { mount } from '#server/platform/http/mount.ts'
import { requireIfMatch, requireVersion, sendVersion } from '#server/platform/http/versions.ts'
import { now } from '#server/platform/lib/clock.ts'
import { HttpError } from '#server/platform/lib/http-error.ts'
import { sendPdf } from '#server/records/invoices/pdf-routes.ts'
import { requirePdf } from '#server/records/invoices/pdf.ts'

import { answerDocument, endContract } from './answers.ts'
import { documentQueues } from './email-queue.ts'
import { queueDocumentEmail } from './emails.ts'
import { documentFiles } from './file-routes.ts'
import { readAllFiles, removeUnused } from './files.ts'
import { keepDocumentPdf, readDocumentPdf } from './pdf.ts'
import {
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
  mountProposals(app, context)
  mountContracts(app, context)
  documentFiles(app, context)
}

interface Call {
  readonly tenant: Tenant
  readonly caller: Caller
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/** The shared part of every write of a kind. */
class Writes<Document extends { readonly id: number; readonly version: number }> {
  readonly #context: Context
  readonly #kind: DocumentKind
  readonly #read: (tenant: Tenant, id: number) => Promise<Document>

  constructor(context: Context, kind: DocumentKind, read: (tenant: Tenant, id: number) => Promise<Document>) {
    this.#context = context
    this.#kind = kind
    this.#read = read
  }

  /** Lets open screens read it again. */
  publish({ account }: Tenant, id: number | null): void {
    this.#context.live.publish(account, { topic: 'documents', id })
  }

  /** Writes once, and answers with the document whose id `work` returns. */
  async once(
    endpoint: Endpoint,
    { tenant, request, reply }: Call,
    body: unknown,
    work: (trx: Tenant) => Promise<number>,
  ): Promise<{ data: Document }> {
    const data = await writeOnce(endpoint, { tenant, request, reply, body }, async (trx) =>
      this.#read(trx, await work(trx)),
    )
    this.publish(tenant, data.id)
    sendVersion(reply, data.version)
    return { data }
  }

  /** The same of the version that the request names. */
  async ofVersion(
    endpoint: Endpoint,
    call: Call,
    { id, body }: { readonly id: number; readonly body?: unknown },
    work: (trx: Tenant, which: { readonly id: number; readonly version: number }) => Promise<void>,
  ): Promise<{ data: Document }> {
    const version = requireVersion(call.request)
    return this.once(endpoint, call, { version, body: body ?? null }, async (trx) => {
      await work(trx, { id, version })
      return id
    })
  }

  /** Sends it, and keeps its PDF. */
  async send(
    endpoint: Endpoint,
    call: Call,
    { id, body }: { readonly id: number; readonly body: z.infer<typeof DocumentSend> },
  ): Promise<{ data: Document }> {
    const { email } = body
    if (email) {
      requireMailServer(this.#context)
      await requirePdf(readDocumentPdf(this.#context, call.tenant, this.#kind, { id }))
    }
    const answer = await this.ofVersion(endpoint, call, { id, body: email ?? null }, async (trx, which) => {
      await sendDocument(trx, call.caller, this.#kind, which)
      if (email) await queueDocumentEmail(trx, call.caller, this.#kind, id, email, ['email'])
    })
    await keepDocumentPdf(this.#context, call.tenant, this.#kind, id)
    this.#context.outbox.wake()
    return answer
  }

  /** Returns the emails about it. Throws 404. */
  async emails(tenant: Tenant, id: number) {
    await readRow(tenant, this.#kind, id)
    return listEmails(tenant, this.#kind, id)
  }

  /** Emails what was sent, or a reminder of it. */
  async email(
    endpoint: Endpoint,
    call: Call,
    { id, body }: { readonly id: number; readonly body: DocumentEmailInput },
  ) {
    requireMailServer(this.#context)
    await requirePdf(readDocumentPdf(this.#context, call.tenant, this.#kind, { id }))
    return emailOnce(this.#context, documentQueues[this.#kind], endpoint, { ...call, body }, (trx) =>
      queueDocumentEmail(trx, call.caller, this.#kind, id, body),
    )
  }

  /** Records what a customer told a person. */
  async answer(
    endpoint: Endpoint,
    call: Call,
    {
      id,
      kind,
      body,
    }: {
      readonly id: number
      readonly kind: 'agree' | 'decline'
      readonly body: { readonly name: string; readonly note: string }
    },
  ): Promise<{ data: Document }> {
    const by = { kind: 'staff', ...body } as const
    const answer = await this.ofVersion(endpoint, call, { id, body }, (trx, which) =>
      answerDocument(trx, call.caller, this.#kind, which, { kind, by }),
    )
    if (kind === 'agree') await keepDocumentPdf(this.#context, call.tenant, this.#kind, id)
    return answer
  }
}

/** Counts of every status, in their order. */
const countsOf = (
  statuses: readonly string[],
  found: readonly { readonly status: string; readonly count: number }[],
) => statuses.map((status) => ({ status, count: found.find((one) => one.status === status)?.count ?? 0 }))

function mountProposals(app: FastifyInstance, context: Context) {
  const writes = new Writes(context, 'proposal', readProposal)

  mount(app, context, proposals.listProposals, async ({ tenant, query }) => {
    const { page = 1, limit = defaultPageSize, ...filter } = query
    const { rows, total, by_status } = await listRows(tenant, 'proposal', { page, limit, ...filter })
    return {
      data: rows.map(toProposalRow),
      meta: { total, page, limit },
      by_status: countsOf(proposalStatuses, by_status),
      timestamp: now(),
    }
  })

  mount(app, context, proposals.showProposal, async ({ tenant, params: { id }, reply }) => {
    const data = await readProposal(tenant, id)
    sendVersion(reply, data.version)
    return { data }
  })

  mount(app, context, proposals.listProposalVersions, async ({ tenant, params: { id } }) => {
    await readRow(tenant, 'proposal', id)
    return { data: await listVersions(tenant, id) }
  })

  mount(app, context, proposals.showProposalVersion, async ({ tenant, params: { id, edition } }) => {
    await readRow(tenant, 'proposal', id)
    const version = await readVersion(tenant, id, edition)
    if (!version) throw new HttpError('NOT_FOUND')
    return { data: toProposalVersion(version, await readAllFiles(tenant, id)) }
  })

  mount(app, context, proposals.showProposalPdf, ({ tenant, params: { id }, query: { edition }, reply }) =>
    sendPdf(context, reply, (needs) => readDocumentPdf(needs, tenant, 'proposal', { id, edition })),
  )

  mount(app, context, proposals.listProposalEmails, async ({ tenant, params: { id } }) => ({
    data: await writes.emails(tenant, id),
  }))

  mount(app, context, proposals.emailProposal, ({ params: { id }, body, ...call }) =>
    writes.email(proposals.emailProposal, call, { id, body }),
  )

  mount(app, context, proposals.retryProposalEmail, (call) =>
    retryOnce(context, documentQueues.proposal, proposals.retryProposalEmail, call),
  )

  mount(app, context, proposals.createProposal, ({ body, ...call }) =>
    writes.once(proposals.createProposal, call, body, (trx) =>
      addDocument(trx, call.caller, 'proposal', inputOfProposal(body)),
    ),
  )

  mount(app, context, proposals.updateProposal, ({ params: { id }, body, ...call }) =>
    writes.ofVersion(proposals.updateProposal, call, { id, body }, (trx, which) =>
      updateDocument(trx, 'proposal', which, inputOfProposal(body)),
    ),
  )

  mount(app, context, proposals.deleteProposal, async ({ tenant, caller, params: { id }, request }) => {
    requireIfMatch(request)
    const unused = await tenant.transaction((trx) => deleteDocument(trx, caller, 'proposal', id))
    await removeUnused(context, unused)
    writes.publish(tenant, null)
    return undefined
  })

  mount(app, context, proposals.duplicateProposal, ({ params: { id }, ...call }) =>
    writes.once(proposals.duplicateProposal, call, undefined, (trx) =>
      duplicateDocument(trx, call.caller, 'proposal', id),
    ),
  )

  mount(app, context, proposals.sendProposal, ({ params: { id }, body, ...call }) =>
    writes.send(proposals.sendProposal, call, { id, body }),
  )

  mount(app, context, proposals.reviseProposal, ({ params: { id }, ...call }) =>
    writes.ofVersion(proposals.reviseProposal, call, { id }, (trx, which) =>
      reviseDocument(trx, call.caller, 'proposal', which),
    ),
  )

  mount(app, context, proposals.acceptProposal, ({ params: { id }, body, ...call }) =>
    writes.answer(proposals.acceptProposal, call, { id, kind: 'agree', body }),
  )

  mount(app, context, proposals.declineProposal, ({ params: { id }, body, ...call }) =>
    writes.answer(proposals.declineProposal, call, { id, kind: 'decline', body }),
  )

  mount(app, context, proposals.invoiceProposal, async ({ params: { id }, body, ...call }) => {
    const { tenant, caller, request, reply } = call
    const { again = false } = body
    const given = { tenant, request, reply, body: { again } }
    const data = await writeOnce(proposals.invoiceProposal, given, async (trx) => ({
      id: await convertToInvoice(trx, caller, id, again),
    }))
    context.live.publish(tenant.account, { topic: 'invoices', id: data.id })
    writes.publish(tenant, id)
    return { data }
  })

  mount(app, context, proposals.contractProposal, async ({ params: { id }, body, ...call }) => {
    const { tenant, caller, request, reply } = call
    const { again = false } = body
    const given = { tenant, request, reply, body: { again } }
    const data = await writeOnce(proposals.contractProposal, given, async (trx) => ({
      id: await convertToContract(trx, caller, id, again),
    }))
    writes.publish(tenant, null)
    return { data }
  })
}

function mountContracts(app: FastifyInstance, context: Context) {
  const writes = new Writes(context, 'contract', readContract)

  mount(app, context, contracts.listContracts, async ({ tenant, query }) => {
    const { page = 1, limit = defaultPageSize, ...filter } = query
    const { rows, total, by_status } = await listRows(tenant, 'contract', { page, limit, ...filter })
    return {
      data: rows.map(toContractRow),
      meta: { total, page, limit },
      by_status: countsOf(contractStatuses, by_status),
      timestamp: now(),
    }
  })

  mount(app, context, contracts.showContract, async ({ tenant, params: { id }, reply }) => {
    const data = await readContract(tenant, id)
    sendVersion(reply, data.version)
    return { data }
  })

  mount(app, context, contracts.listContractVersions, async ({ tenant, params: { id } }) => {
    await readRow(tenant, 'contract', id)
    return { data: await listVersions(tenant, id) }
  })

  mount(app, context, contracts.showContractVersion, async ({ tenant, params: { id, edition } }) => {
    await readRow(tenant, 'contract', id)
    const version = await readVersion(tenant, id, edition)
    if (!version) throw new HttpError('NOT_FOUND')
    return { data: toContractVersion(version, await readAllFiles(tenant, id)) }
  })

  mount(app, context, contracts.showContractPdf, ({ tenant, params: { id }, query: { edition }, reply }) =>
    sendPdf(context, reply, (needs) => readDocumentPdf(needs, tenant, 'contract', { id, edition })),
  )

  mount(app, context, contracts.listContractEmails, async ({ tenant, params: { id } }) => ({
    data: await writes.emails(tenant, id),
  }))

  mount(app, context, contracts.emailContract, ({ params: { id }, body, ...call }) =>
    writes.email(contracts.emailContract, call, { id, body }),
  )

  mount(app, context, contracts.retryContractEmail, (call) =>
    retryOnce(context, documentQueues.contract, contracts.retryContractEmail, call),
  )

  mount(app, context, contracts.createContract, ({ body, ...call }) =>
    writes.once(contracts.createContract, call, body, (trx) =>
      addDocument(trx, call.caller, 'contract', body),
    ),
  )

  mount(app, context, contracts.updateContract, ({ params: { id }, body, ...call }) =>
    writes.ofVersion(contracts.updateContract, call, { id, body }, (trx, which) =>
      updateDocument(trx, 'contract', which, body),
    ),
  )

  mount(app, context, contracts.deleteContract, async ({ tenant, caller, params: { id }, request }) => {
    requireIfMatch(request)
    const unused = await tenant.transaction((trx) => deleteDocument(trx, caller, 'contract', id))
    await removeUnused(context, unused)
    writes.publish(tenant, null)
    return undefined
  })

  mount(app, context, contracts.duplicateContract, ({ params: { id }, ...call }) =>
    writes.once(contracts.duplicateContract, call, undefined, (trx) =>
      duplicateDocument(trx, call.caller, 'contract', id),
    ),
  )

  mount(app, context, contracts.sendContract, ({ params: { id }, body, ...call }) =>
    writes.send(contracts.sendContract, call, { id, body }),
  )

  mount(app, context, contracts.reviseContract, ({ params: { id }, ...call }) =>
    writes.ofVersion(contracts.reviseContract, call, { id }, (trx, which) =>
      reviseDocument(trx, call.caller, 'contract', which),
    ),
  )

  mount(app, context, contracts.signContract, ({ params: { id }, body, ...call }) =>
    writes.answer(contracts.signContract, call, { id, kind: 'agree', body }),
  )

  mount(app, context, contracts.declineContract, ({ params: { id }, body, ...call }) =>
    writes.answer(contracts.declineContract, call, { id, kind: 'decline', body }),
  )

  mount(app, context, contracts.endContract, ({ params: { id }, ...call }) =>
    writes.ofVersion(contracts.endContract, call, { id }, (trx, which) =>
      endContract(trx, call.caller, which),
    ),
  )
}
