import { Readable } from 'node:stream'

import type { FastifyInstance, FastifyReply } from 'fastify'

import type { DocumentKind } from '#contract/documents/documents.ts'
import { answerInvitation, openInvitation } from '#contract/portal/invitations.ts'
import {
  createDocumentLink,
  createPortalLink,
  endPortalSessions,
  listPortalSessions,
  viewAsCustomer,
} from '#contract/portal/links.ts'
import * as contract from '#contract/portal/portal.ts'
import type { Endpoint } from '#contract/wire/endpoint.ts'
import { defaultPageSize } from '#contract/wire/surface.ts'
import type { Context } from '#server/context.ts'
import { tellPeople } from '#server/outgoing/notifications/customer-acts.ts'
import { asStaff } from '#server/platform/access/caller.ts'
import { Tenant } from '#server/platform/access/tenant.ts'
import { writeOnce } from '#server/platform/http/idempotency.ts'
import { mount, mountPublic } from '#server/platform/http/mount.ts'
import { requireVersion, sendVersion } from '#server/platform/http/versions.ts'
import { clientAddress } from '#server/platform/lib/client-address.ts'
import { HttpError } from '#server/platform/lib/http-error.ts'
import { canMakePdfs } from '#server/platform/pdf/renderer.ts'
import { type GivenAnswer, answerDocument, viewDocument } from '#server/records/documents/answers.ts'
import { queueAgreed } from '#server/records/documents/emails.ts'
import { keepDocumentPdf, readDocumentPdf } from '#server/records/documents/pdf.ts'
import { sendPdf } from '#server/records/invoices/pdf-routes.ts'
import { type DocumentPdf, type PdfNeeds, readCreditNotePdf, readPdf } from '#server/records/invoices/pdf.ts'
import { viewInvoice } from '#server/records/invoices/views.ts'
import { readFreeTimes } from '#server/records/meetings/booking-times.ts'
import { mailNeedsOf, publishMeeting, readCalendar, sendCalendar } from '#server/records/meetings/routes.ts'
import {
  addOwnMeeting,
  answerMeeting,
  cancelOwnMeeting,
  updateOwnMeeting,
} from '#server/records/meetings/writes.ts'

import {
  checkCode,
  makeDocumentLink,
  openLink,
  renewLink,
  requireConfirmed,
  sendCode,
} from './document-links.ts'
import { keepInvitationAnswer, readInvitation } from './invitations.ts'
import {
  listInvoices,
  listOwnCreditNotes,
  listOwnSubscriptions,
  readInvoice,
  readOwnCreditNote,
  readOwnSubscription,
} from './invoices.ts'
import {
  beginView,
  endCustomerSessions,
  enterWithLink,
  listCustomerSessions,
  makeLink,
  renewPortalLink,
} from './links.ts'
import { type PortalCall, mountPortal } from './mount.ts'
import {
  type Page,
  describePortal,
  listDocuments,
  listMeetings,
  readDocument,
  readMeeting,
} from './records.ts'
import { endPortalSession, findPortalCaller, mailboxOf } from './sessions.ts'

/** The customer portal, and how staff let customers in. Surface X. */
export function portal(app: FastifyInstance, context: Context): void {
  mountEntrance(app, context)
  mountInvoices(app, context)
  mountDocuments(app, context, 'proposal', contract.portalProposals)
  mountDocuments(app, context, 'contract', contract.portalContracts)
  mountMeetings(app, context)

  mount(app, context, createPortalLink, async ({ tenant, caller, params: { id }, body }) => ({
    data: await makeLink(context, tenant, asStaff(caller), { id, isEmailed: body.is_emailed }),
  }))

  mount(app, context, createDocumentLink, async ({ tenant, caller, params: { id }, body }) => ({
    data: { link: await makeDocumentLink(context, tenant, asStaff(caller), id, body) },
  }))

  mount(app, context, viewAsCustomer, async ({ tenant, caller, params: { id }, reply }) => {
    await beginView(context, tenant, asStaff(caller), reply, id)
    return undefined
  })

  mount(app, context, listPortalSessions, async ({ tenant, params: { id } }) => ({
    data: await listCustomerSessions(tenant, id),
  }))

  mount(app, context, endPortalSessions, async ({ tenant, params: { id } }) => {
    await endCustomerSessions(tenant, id)
    return undefined
  })
}

function mountEntrance(app: FastifyInstance, context: Context) {
  const { db, dialect } = context.store

  mountPublic(app, context, contract.enterPortal, async ({ body, request, reply }) => {
    const token = await enterWithLink(context, request, reply, body)
    const caller = await findPortalCaller(context, token)
    // Archived or deleted in this moment.
    if (!caller) throw new HttpError('UNAUTHENTICATED')
    return { data: await describePortal(new Tenant(db, dialect, caller.account, caller.name), caller) }
  })

  mountPublic(app, context, contract.renewPortalLink, async ({ body, request }) => ({
    data: { sent_to: await renewPortalLink(context, request, body.token) },
  }))

  mountPublic(app, context, contract.openDocumentLink, async ({ body, request, reply }) => ({
    data: await openLink(context, request, reply, body.token),
  }))

  mountPublic(app, context, contract.renewDocumentLink, async ({ body, request }) => ({
    data: { sent_to: await renewLink(context, request, body.token) },
  }))

  mountPortal(app, context, contract.sendPortalCode, async ({ tenant, caller }) => ({
    data: { sent_to: await sendCode(context, tenant, caller) },
  }))

  mountPortal(app, context, contract.checkPortalCode, async ({ tenant, caller, body }) => {
    await checkCode(context, tenant, caller, body.code)
    const document = caller.document && { ...caller.document, isConfirmed: true }
    return { data: await describePortal(tenant, { ...caller, document }) }
  })

  mountPublic(app, context, openInvitation, async ({ body, request }) => ({
    data: await readInvitation(context, request, body.token),
  }))

  mountPublic(app, context, answerInvitation, async ({ body: { token, ...answer }, request, reply }) => ({
    data: await keepInvitationAnswer(context, { request, reply }, token, answer),
  }))

  mountPublic(app, context, contract.leavePortal, async ({ request, reply }) => {
    await endPortalSession(context, request, reply)
    return undefined
  })

  mountPortal(app, context, contract.showPortalSession, async ({ tenant, caller }) => ({
    data: await describePortal(tenant, caller),
  }))
}

interface Asked {
  readonly page?: number | undefined
  readonly limit?: number | undefined
}

/** Answers with one page of a list, and what else is known of all pages. */
async function answerPage<Row, More extends object>(
  { page = 1, limit = defaultPageSize }: Asked,
  read: (page: Page) => Promise<{ readonly rows: Row[]; readonly total: number } & More>,
) {
  const { rows, total, ...more } = await read({ page, limit })
  return { data: rows, ...more, meta: { total, page, limit } }
}

function mountInvoices(app: FastifyInstance, context: Context) {
  mountPortal(app, context, contract.listPortalInvoices, ({ tenant, caller, query }) =>
    answerPage(query, (page) => listInvoices(tenant, caller, page)),
  )

  mountPortal(app, context, contract.showPortalInvoice, async ({ tenant, params: { id } }) => ({
    data: await readInvoice(tenant, id),
  }))

  mountPortal(app, context, contract.viewPortalInvoice, async ({ tenant, caller, params: { id } }) => {
    const isFirst = await tenant.transaction((trx) => viewInvoice(trx, caller, id))
    if (isFirst) {
      context.live.publish(tenant.account, { topic: 'invoices', id })
      tellPeople(context, tenant.account)
    }
    return { data: await readInvoice(tenant, id) }
  })

  mountPortal(app, context, contract.showPortalInvoicePdf, ({ tenant, params: { id }, ...call }) =>
    answerPdf(context, call, (needs) => readPdf(needs, tenant, id)),
  )

  mountPortal(app, context, contract.listPortalCreditNotes, ({ tenant, caller, query }) =>
    answerPage(query, (page) => listOwnCreditNotes(tenant, caller, page)),
  )

  mountPortal(app, context, contract.showPortalCreditNote, async ({ tenant, params: { id } }) => ({
    data: await readOwnCreditNote(tenant, id),
  }))

  mountPortal(app, context, contract.showPortalCreditNotePdf, ({ tenant, params: { id }, ...call }) =>
    answerPdf(context, call, (needs) => readCreditNotePdf(needs, tenant, id)),
  )

  mountPortal(app, context, contract.listPortalSubscriptions, ({ tenant, caller, query }) =>
    answerPage(query, (page) => listOwnSubscriptions(tenant, caller, page)),
  )

  mountPortal(app, context, contract.showPortalSubscription, async ({ tenant, caller, params: { id } }) => ({
    data: await readOwnSubscription(tenant, caller, id),
  }))
}

/**
 * Sends the PDF. It isn’t made for a page that only asks whether it can be downloaded, which was decided before; where none
 * can be made, only reading it tells.
 */
const answerPdf = async (
  context: Context,
  { request, reply }: Pick<PortalCall<Endpoint>, 'request' | 'reply'>,
  read: (needs: PdfNeeds) => Promise<DocumentPdf>,
): Promise<FastifyReply> =>
  request.method === 'HEAD' && canMakePdfs
    ? reply.type('application/pdf').send(Readable.from([]))
    : sendPdf(context, reply, read)

/** Mounts one kind of document, with the customer as the actor of what is done with it. */
function mountDocuments(
  app: FastifyInstance,
  context: Context,
  kind: DocumentKind,
  endpoints: typeof contract.portalContracts,
) {
  const publish = ({ account }: Tenant, id: number) =>
    context.live.publish(account, { topic: 'documents', id })

  mountPortal(app, context, endpoints.list, ({ tenant, caller, query }) =>
    answerPage(query, (page) => listDocuments(tenant, caller, kind, page)),
  )

  mountPortal(app, context, endpoints.show, async ({ tenant, caller, params: { id } }) => ({
    data: await readDocument(tenant, caller, kind, id),
  }))

  mountPortal(app, context, endpoints.showPdf, ({ tenant, caller, params: { id }, ...call }) =>
    answerPdf(context, call, async (needs) => {
      // The version that was sent last: the record may have become a draft since it was looked for.
      const { edition } = await readDocument(tenant, caller, kind, id)
      return readDocumentPdf(needs, tenant, kind, { id, edition })
    }),
  )

  mountPortal(app, context, endpoints.view, async ({ tenant, caller, params: { id } }) => {
    const isFirst = await tenant.transaction((trx) => viewDocument(trx, caller, kind, id))
    if (isFirst) {
      publish(tenant, id)
      tellPeople(context, tenant.account)
    }
    return { data: await readDocument(tenant, caller, kind, id) }
  })

  const answer =
    (move: GivenAnswer['kind']) =>
    async ({
      tenant,
      caller,
      request,
      params: { id },
      body: { name, note, chosen, sha256 },
    }: PortalCall<typeof endpoints.agree>) => {
      requireConfirmed(caller)
      const address = clientAddress(request) ?? 'unknown'
      const device = request.headers['user-agent']?.slice(0, 500) ?? null
      const mailbox = mailboxOf(caller)
      const by = { kind: 'customer', name, note, address, device, link: caller.link, mailbox } as const
      await tenant.transaction(async (trx) => {
        await answerDocument(trx, caller, kind, { id, sha256 }, { kind: move, by, chosen })
        if (move === 'agree' && context.outbox.canSend) await queueAgreed(trx, caller, kind, id)
      })
      publish(tenant, id)
      tellPeople(context, tenant.account)
      if (move === 'agree') await keepDocumentPdf(context, tenant, kind, id)
      return { data: await readDocument(tenant, caller, kind, id) }
    }
  mountPortal(app, context, endpoints.agree, answer('agree'))
  mountPortal(app, context, endpoints.decline, answer('decline'))
}

function mountMeetings(app: FastifyInstance, context: Context) {
  const needs = mailNeedsOf(context)

  mountPortal(app, context, contract.listPortalMeetings, ({ tenant, caller, query }) =>
    answerPage(query, (page) => listMeetings(tenant, caller, page)),
  )

  mountPortal(app, context, contract.showPortalMeeting, async ({ tenant, params: { id }, reply }) => {
    const data = await readMeeting(tenant, id)
    sendVersion(reply, data.version)
    return { data }
  })

  mountPortal(app, context, contract.showPortalMeetingCalendar, async ({ tenant, params: { id }, reply }) =>
    sendCalendar(reply, await readCalendar(context, tenant, id)),
  )

  mountPortal(app, context, contract.listPortalMeetingTimes, async ({ tenant }) => ({
    data: await readFreeTimes(tenant, Date.now()),
  }))

  mountPortal(app, context, contract.listTimesForPortalMeeting, async ({ tenant, params: { id } }) => ({
    data: await readFreeTimes(tenant, Date.now(), id),
  }))

  /** Writes once, and answers with the meeting whose id `work` returns. */
  const once = async (
    endpoint: Pick<Endpoint, 'status' | 'method'>,
    { tenant, request, reply }: Omit<PortalCall<Endpoint>, 'params' | 'query' | 'body'>,
    body: unknown,
    work: (trx: Tenant) => Promise<number>,
  ) => {
    const data = await writeOnce(endpoint, { tenant, request, reply, body }, async (trx) =>
      readMeeting(trx, await work(trx)),
    )
    publishMeeting(context, tenant.account, data.id)
    tellPeople(context, tenant.account)
    sendVersion(reply, data.version)
    return { data }
  }

  mountPortal(app, context, contract.answerPortalMeeting, async ({ tenant, params: { id }, body }) => {
    await tenant.transaction((trx) => answerMeeting(trx, { id, kind: 'customer' }, body))
    publishMeeting(context, tenant.account, id)
    tellPeople(context, tenant.account)
    return { data: await readMeeting(tenant, id) }
  })

  mountPortal(app, context, contract.createPortalMeeting, ({ body, ...call }) =>
    once(contract.createPortalMeeting, call, body, (trx) => addOwnMeeting(trx, needs(), call.caller, body)),
  )

  mountPortal(app, context, contract.updatePortalMeeting, ({ params: { id }, body, ...call }) => {
    const version = requireVersion(call.request)
    return once(contract.updatePortalMeeting, call, { version, body }, async (trx) => {
      await updateOwnMeeting(trx, needs(), call.caller, { id, version }, body)
      return id
    })
  })

  mountPortal(app, context, contract.cancelPortalMeeting, ({ params: { id }, ...call }) => {
    const version = requireVersion(call.request)
    return once(contract.cancelPortalMeeting, call, { version }, async (trx) => {
      await cancelOwnMeeting(trx, needs(), call.caller, { id, version })
      return id
    })
  })
}
