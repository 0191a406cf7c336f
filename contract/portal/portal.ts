import * as z from 'zod/mini'

import { Attachment } from '../documents/attachments.ts'
import {
  AnswerInput,
  DocumentAnswer,
  type DocumentKind,
  DocumentLine,
  DocumentSection,
  SigningPerson,
  signerName,
} from '../documents/documents.ts'
import { linkedKinds } from '../documents/linked-kinds.ts'
import { CreditNoteRow } from '../invoices/credit-notes.ts'
import { BilledTo, DocumentSender, Logo } from '../invoices/document-sender.ts'
import { InvoiceSaid } from '../invoices/invoices.ts'
import { invoiceLanguages } from '../invoices/looks.ts'
import { SubscriptionSummary } from '../invoices/subscriptions.ts'
import { MeetingAnswerInput, MeetingAnswered } from '../meetings/answers.ts'
import { MeetingTexts } from '../meetings/meetings.ts'
import { meetingStatuses } from '../meetings/summary.ts'
import { type Action, actions } from '../values/permissions.ts'
import { endpoint } from '../wire/endpoint.ts'
import { Datetime, MetaB, idParams, pageB } from '../wire/surface.ts'

/** Surface X: the customer portal. What staff do about it is in `links.ts`. */

/** Where the portal's endpoints are; its cookie is sent to no other path. */
export const portalPath = '/api/x/portal'

const names = actions.map(({ name }) => name)

/** The document that a link leads to. */
const LinkedDocument = z.object({ kind: z.enum(linkedKinds), id: z.int() })
export type LinkedDocument = z.infer<typeof LinkedDocument>

/** Who is in the portal, and what they may do there. */
export const PortalSession = z.object({
  customer: z.object({ name: z.string(), email: z.string() }),
  business: z.object({
    name: z.string(),
    logo: z.nullable(Logo),
    /** Who answers questions; each is empty where the business doesn’t say. */
    contact: z.object({ name: z.string(), phone: z.string(), email: z.string() }),
  }),
  /** The customer's permissions. */
  permissions: z.array(z.enum(names as [Action, ...Action[]])),
  /** Where the days of the business begin and end: an IANA name. */
  time_zone: z.string(),
  /** That of the customer’s documents. */
  language: z.enum(invoiceLanguages),
  /** How days and amounts are written in it, such as `de-CH`. */
  locale: z.string(),
  /** What taxes are called, if that isn’t the usual word of the language: `VAT`. */
  tax_name: z.optional(z.string()),
  expires_at: Datetime,
  /** The person of the business who looks at the portal as this customer, and can change nothing; null for the customer. */
  viewed_by: z.nullable(z.string()),
  /** The only document that the session sees, where it began with a link in an email; otherwise null. */
  document: z.nullable(LinkedDocument),
  /** Whether an answer takes a code first, which is emailed to where the link went. */
  needs_code: z.boolean(),
})
export type PortalSession = z.infer<typeof PortalSession>

const invoiceRow = {
  id: z.int(),
  invoice_number: z.string(),
  status: z.string(),
  currency: z.string(),
  total_amount: z.number(),
  /** The amount due. */
  amount_due: z.number(),
  /** YYYY-MM-DD */
  due_date: z.string(),
  created_at: Datetime,
}

/** An invoice as its customer sees it. Amounts are decimals of `currency`. */
export const PortalInvoiceRow = z.object(invoiceRow)
export type PortalInvoiceRow = z.infer<typeof PortalInvoiceRow>

/** A credit note as its customer sees it. Amounts are positive: what is taken off. */
export const PortalCreditNoteRow = z.pick(CreditNoteRow, {
  id: true,
  credit_number: true,
  invoice_id: true,
  invoice_number: true,
  currency: true,
  total_amount: true,
  issued_on: true,
})
export type PortalCreditNoteRow = z.infer<typeof PortalCreditNoteRow>

const line = z.extend(z.omit(DocumentLine, { tax_rate: true }), { tax_rate: z.nullable(z.number()) })
export const PortalInvoice = z.object({
  ...invoiceRow,
  customer_name: z.string(),
  line_items: z.array(line),
  notes: z.string(),
  amount_paid: z.number(),
  amount_credited: z.number(),
  /** In the order of their numbers. */
  credit_notes: z.array(PortalCreditNoteRow),
  /** The amount to refund. */
  amount_to_refund: z.number(),
  /** The text of a QR code that fills in the transfer of what is due in a banking app; null for none. */
  payment_code: z.nullable(z.string()),
  sender: DocumentSender,
  billed_to: BilledTo,
  ...InvoiceSaid.shape,
})
export type PortalInvoice = z.infer<typeof PortalInvoice>

export const PortalCreditNote = z.extend(PortalCreditNoteRow, {
  customer_name: z.string(),
  reason: z.string(),
  line_items: z.array(line),
  sender: DocumentSender,
  billed_to: BilledTo,
})
export type PortalCreditNote = z.infer<typeof PortalCreditNote>

/** A subscription as its customer sees it. `total_amount` is for one period, with tax. */
export const PortalSubscriptionRow = z.pick(SubscriptionSummary, {
  id: true,
  plan_name: true,
  status: true,
  frequency: true,
  currency: true,
  quantity: true,
  total_amount: true,
  starts_on: true,
  billed_from: true,
  ends_on: true,
  next_on: true,
})
export type PortalSubscriptionRow = z.infer<typeof PortalSubscriptionRow>

/** With what it bills each time, and the newest of its invoices that the customer was sent. */
export const PortalSubscription = z.extend(PortalSubscriptionRow, {
  line_items: z.array(line),
  invoices: z.array(PortalInvoiceRow),
})
export type PortalSubscription = z.infer<typeof PortalSubscription>

const documentRow = {
  id: z.int(),
  number: z.string(),
  status: z.string(),
  title: z.string(),
  currency: z.string(),
  total_amount: z.number(),
  sent_at: Datetime,
  /** The last day on which a proposal can be accepted. */
  valid_until: z.nullable(z.string()),
  /** The first and the last day of a contract. */
  starts_on: z.nullable(z.string()),
  ends_on: z.nullable(z.string()),
  /** Whether the customer can answer it now. */
  is_open: z.boolean(),
}

/** A proposal or contract as it was sent last. */
export const PortalDocumentRow = z.object(documentRow)
export type PortalDocumentRow = z.infer<typeof PortalDocumentRow>
export const PortalDocument = z.object({
  ...documentRow,
  customer_name: z.string(),
  edition: z.int(),
  sections: z.array(DocumentSection),
  line_items: z.array(DocumentLine),
  attachments: z.array(Attachment),
  /** Who signs a contract, one after another; `is_open` says whether it’s the turn of the one who asks. */
  signers: z.array(z.pick(SigningPerson, { name: true, signature: true })),
  answer: z.nullable(DocumentAnswer),
  /** Hex: of `hashed` in UTF-8. An answer names it, so that nobody agrees to what they weren't shown. */
  sha256: z.string(),
  /** Everything that it says, as the JSON whose hash is kept. */
  hashed: z.string(),
  sender: DocumentSender,
})
export type PortalDocument = z.infer<typeof PortalDocument>

/** The secret of a link. */
export const linkToken = z
  .string('The link is incomplete')
  .check(z.minLength(1, 'The link is incomplete'), z.maxLength(200, 'The link is incomplete'))

/** A secret that only the browser knows: another one that has the link can’t repeat the request. */
const claim = z
  .string('The claim must be 64 hex digits')
  .check(z.regex(/^[0-9a-f]{64}$/, 'The claim must be 64 hex digits'))

/** Of endpoints for those who have a link alone. */
export const publicEntrance = { surface: 'x', method: 'POST', access: 'public' } as const
/** Where something was emailed: addresses that those who know them recognize. */
const sentTo = z.object({ data: z.object({ sent_to: z.array(z.string()) }) })

export const enterPortal = endpoint({
  ...publicEntrance,
  path: '/api/x/portal/sign-in',
  text: '`{"token", "claim"?}`: begins the session of a customer with the token of a link and sets its cookie; with the same `claim` (64 random hex digits) a request whose response was lost can be repeated for two minutes; 422 with the reason where the link doesn’t work, 429 after too many',
  body: z.object({ token: linkToken, claim: z.optional(claim) }),
  response: z.object({ data: PortalSession }),
})

export const renewPortalLink = endpoint({
  ...publicEntrance,
  path: '/api/x/portal/sign-in/renew',
  text: '`{"token"}`: emails a new link to the customer whom that one was for, as `POST /api/x/portal/link/renew` does',
  body: z.object({ token: linkToken }),
  response: sentTo,
})

/** What a link to a document opens. */
export const OpenedLink = z.object({
  /** Null where the link has expired. */
  session: z.nullable(PortalSession),
  document: LinkedDocument,
})
export type OpenedLink = z.infer<typeof OpenedLink>

export const openDocumentLink = endpoint({
  ...publicEntrance,
  path: '/api/x/portal/link',
  text: '`{"token"}`: begins a session with the link in an email, which sees that `document` alone (`kind`, `id`), and sets its cookie; a session that sees it already stays; can be reused while the document is open, and for 30 days after it was emailed; then it has expired, and `session` is null; 422 where what it leads to was withdrawn or is no longer shared, 429 after too many unknown ones',
  body: z.object({ token: linkToken }),
  response: z.object({ data: OpenedLink }),
})

export const renewDocumentLink = endpoint({
  ...publicEntrance,
  path: '/api/x/portal/link/renew',
  text: '`{"token"}`: emails a new link to where that one went: `sent_to`, shortened addresses; 409 where `SMTP_URL` isn’t set, 422 for a link that doesn’t work, 429 beyond what can be emailed',
  body: z.object({ token: linkToken }),
  response: sentTo,
})

export const leavePortal = endpoint({
  ...publicEntrance,
  path: '/api/x/portal/sign-out',
  text: 'ends the session; 204 without one, too',
  status: 204,
  response: z.undefined(),
})

const portal = { surface: 'x', access: 'portal' } as const
const page = z.object(pageB)
const pageOf = <Row extends z.ZodMiniType>(row: Row) => z.object({ data: z.array(row), meta: MetaB })
const read = { ...portal, method: 'GET', params: idParams } as const

export const showPortalSession = endpoint({
  ...portal,
  method: 'GET',
  path: '/api/x/portal/session',
  text: 'the `customer`, the `business` with its `logo` and `contact` (`name`, `phone`, `email`), the `permissions` of the customer, the `language` and `locale` of the customer’s documents, `viewed_by`, a person who sees the portal as them, `document`, the only one that a session with the link in an email sees, and whether it `needs_code` to answer',
  response: z.object({ data: PortalSession }),
})

export const sendPortalCode = endpoint({
  ...portal,
  method: 'POST',
  path: '/api/x/portal/code',
  text: 'emails a code to where the link of the session went: `sent_to`; 409 for a session of another kind; 429 beyond what can be emailed',
  response: sentTo,
})

export const checkPortalCode = endpoint({
  ...portal,
  method: 'POST',
  path: '/api/x/portal/code/check',
  text: '`{"code"}`: confirms the session, which can answer then; 422 for a wrong code, after five entries and after ten minutes',
  body: z.object({
    code: z.string('Enter the code').check(z.trim(), z.regex(/^\d{6}$/, 'Enter the six digits of the code')),
  }),
  response: z.object({ data: PortalSession }),
})

const invoice = { ...read, record: 'invoices', permission: 'view-invoice' } as const

export const listPortalInvoices = endpoint({
  ...portal,
  method: 'GET',
  path: '/api/x/portal/invoices',
  text: 'one page of the invoices that the customer was sent, those to pay first by their due date, then the newest: `page`, `limit`; `due` is what is due of all of them, by currency; 403 without the permission `view-invoice`, here and for one of them',
  permission: 'view-invoice',
  query: page,
  response: z.object({
    data: z.array(PortalInvoiceRow),
    /** What is due of all of them, by currency. */
    due: z.array(z.object({ currency: z.string(), amount: z.number() })),
    meta: MetaB,
  }),
})

export const showPortalInvoice = endpoint({
  ...invoice,
  path: '/api/x/portal/invoices/:id',
  text: 'one of them with its lines, what was paid, its `credit_notes`, who sent it and the company it is for',
  response: z.object({ data: PortalInvoice }),
})

export const viewPortalInvoice = endpoint({
  ...invoice,
  method: 'POST',
  path: '/api/x/portal/invoices/:id/view',
  text: 'the same, and notes that the customer has opened it: `viewed_at` of `GET /api/x/invoices/:id`, the first time',
  response: z.object({ data: PortalInvoice }),
})

export const showPortalInvoicePdf = endpoint({
  ...invoice,
  path: '/api/x/portal/invoices/:id/pdf',
  text: 'its PDF',
  response: z.undefined(),
})

export const listPortalCreditNotes = endpoint({
  ...portal,
  method: 'GET',
  path: '/api/x/portal/credit-notes',
  text: 'one page of the credit notes for the customer’s invoices, the newest first; 403 without `view-invoice`, here and for one of them',
  permission: 'view-invoice',
  query: page,
  response: pageOf(PortalCreditNoteRow),
})

const creditNote = { ...invoice, record: 'credit_notes' } as const

export const showPortalCreditNote = endpoint({
  ...creditNote,
  path: '/api/x/portal/credit-notes/:id',
  text: 'one of them with its lines, the `reason`, who issued it and the company it is for',
  response: z.object({ data: PortalCreditNote }),
})

export const showPortalCreditNotePdf = endpoint({
  ...creditNote,
  path: '/api/x/portal/credit-notes/:id/pdf',
  text: 'its PDF',
  response: z.undefined(),
})

export const listPortalSubscriptions = endpoint({
  ...portal,
  method: 'GET',
  path: '/api/x/portal/subscriptions',
  text: 'one page of the customer’s subscriptions, the newest first: the plan, its `status`, what a period costs with tax, and the day of the next invoice; 403 without `view-invoice`',
  permission: 'view-invoice',
  query: page,
  response: pageOf(PortalSubscriptionRow),
})

export const showPortalSubscription = endpoint({
  ...invoice,
  record: 'subscriptions',
  path: '/api/x/portal/subscriptions/:id',
  text: 'one of them with its lines and taxes, and the newest of its `invoices` that the customer was sent',
  response: z.object({ data: PortalSubscription }),
})

/** A customer's answer to the version that they were shown. */
export const PortalAnswer = z.object({
  name: signerName('Enter your name'),
  note: AnswerInput.shape.note,
  chosen: AnswerInput.shape.chosen,
  sha256: z
    .string('sha256 must be that of the version')
    .check(z.regex(/^[0-9a-f]{64}$/, 'sha256 must be that of the version')),
})
export type PortalAnswer = z.infer<typeof PortalAnswer>

/** The endpoints of one kind of document, which a customer agrees to by `agree`. */
function portalDocuments(kind: DocumentKind, agree: 'accept' | 'sign') {
  const path = `/api/x/portal/${kind}s` as const
  const permission = `view-${kind}` as const
  const show = { ...read, permission, record: 'documents' } as const
  const write = { ...show, method: 'POST', response: z.object({ data: PortalDocument }) } as const
  const answer = {
    ...write,
    text: 'the customer’s answer: `{"name", "note", "sha256"}`, and of a proposal they accept with `chosen`, the indexes of the optional lines that they want, from 0; 409 unless it’s open, 412 if `sha256` isn’t that of the version that was sent last; the network address of the request is kept with it',
    body: PortalAnswer,
  } as const
  return {
    list: endpoint({
      ...portal,
      permission,
      method: 'GET',
      path,
      text: `one page of the ${kind}s that the customer was sent: those that wait for an answer, then the others, the newest first; 403 without \`${permission}\`, here and for one of them`,
      query: page,
      response: pageOf(PortalDocumentRow),
    }),
    show: endpoint({
      ...show,
      path: `${path}/:id`,
      text: 'the version that was sent last, with its `sha256`, the text that this is the hash of (`hashed`), and whether it `is_open`',
      response: z.object({ data: PortalDocument }),
    }),
    showPdf: endpoint({
      ...show,
      path: `${path}/:id/pdf`,
      text: 'its PDF; of a signed contract with name, time, address and hash',
      response: z.undefined(),
    }),
    view: endpoint({
      ...write,
      path: `${path}/:id/view`,
      text: 'notes that the customer has opened it; the first time, its activity says so, and the status of a proposal',
    }),
    agree: endpoint({ ...answer, path: `${path}/:id/${agree}` }),
    decline: endpoint({ ...answer, path: `${path}/:id/decline` }),
  }
}

export const portalProposals = portalDocuments('proposal', 'accept')
export const portalContracts = portalDocuments('contract', 'sign')

const meetingRow = {
  id: z.int(),
  title: z.string(),
  status: z.enum(meetingStatuses),
  starts_at: Datetime,
  ends_at: Datetime,
  /** The zone that it is planned in: an IANA name. */
  time_zone: z.string(),
  place: z.string(),
  link: z.string(),
  /** It takes place and hasn’t ended. */
  is_to_come: z.boolean(),
  /** The customer made it, so they can change it if they are granted that. */
  is_own: z.boolean(),
}

/** A meeting that the customer is invited to, or has made. */
export const PortalMeetingRow = z.object(meetingRow)
export type PortalMeetingRow = z.infer<typeof PortalMeetingRow>
export const PortalMeeting = z.object({
  ...meetingRow,
  notes: z.string(),
  /** The names of those who are invited. Who was invited by an address alone isn’t among them. */
  attendees: z.array(z.string()),
  /** Whether the customer is asked for an answer: the meeting is to come, and somebody else made it. */
  can_answer: z.boolean(),
  ...MeetingAnswered.shape,
  version: z.int(),
})
export type PortalMeeting = z.infer<typeof PortalMeeting>

const meeting = { ...read, record: 'meetings', permission: 'view-meeting' } as const
const oneMeeting = z.object({ data: PortalMeeting })

export const listPortalMeetings = endpoint({
  ...portal,
  method: 'GET',
  path: '/api/x/portal/meetings',
  text: 'one page of the meetings that the customer is invited to or has made, those to come first; 403 without `view-meeting`, here and for one of them',
  permission: 'view-meeting',
  query: page,
  response: pageOf(PortalMeetingRow),
})

export const showPortalMeeting = endpoint({
  ...meeting,
  path: '/api/x/portal/meetings/:id',
  text: 'one of them with its version (`ETag`), `notes`, the names of its `attendees`, whether the customer made it (`is_own`), and what they answered: `can_answer`, `answer`, `note`',
  response: oneMeeting,
})

export const showPortalMeetingCalendar = endpoint({
  ...meeting,
  path: '/api/x/portal/meetings/:id/ics',
  text: 'the meeting as an iCalendar file',
  response: z.undefined(),
})

/**
 * When a meeting can begin, in order, how long it is, and where the business meets customers; `minutes` is null where the customer
 * names any time.
 */
export const PortalMeetingTimes = z.object({
  minutes: z.nullable(z.int()),
  times: z.array(Datetime),
  place: z.string(),
  link: z.string(),
})
export type PortalMeetingTimes = z.infer<typeof PortalMeetingTimes>
const meetingTimes = z.object({ data: PortalMeetingTimes })

export const listPortalMeetingTimes = endpoint({
  ...portal,
  method: 'GET',
  path: '/api/x/portal/meeting-times',
  text: 'when the customer can make a meeting: the `times` it can begin at, in order, its `minutes`, null where any time will do, and the `place` and `link` that new ones begin with; 403 without `create-meeting`',
  permission: 'create-meeting',
  response: meetingTimes,
})

export const listTimesForPortalMeeting = endpoint({
  ...meeting,
  path: '/api/x/portal/meetings/:id/times',
  text: 'when one that the customer made can be instead; 403 without `edit-meeting`',
  permission: 'edit-meeting',
  response: meetingTimes,
})

export const createPortalMeeting = endpoint({
  ...portal,
  method: 'POST',
  path: '/api/x/portal/meetings',
  text: 'makes a meeting in the future, 422 unless the time is free: `title`, `starts_at`, `ends_at`, `time_zone`, `place`, `link`, `notes`; 409 with 20 of their own to come; 403 without `create-meeting`',
  isIdempotent: true,
  permission: 'create-meeting',
  body: MeetingTexts,
  status: 201,
  response: oneMeeting,
})

export const updatePortalMeeting = endpoint({
  ...meeting,
  method: 'PUT',
  path: '/api/x/portal/meetings/:id',
  text: 'replaces one that the customer made, any other is 404; 409 once it’s canceled or over; 403 without `edit-meeting`',
  needsVersion: true,
  isIdempotent: true,
  permission: 'edit-meeting',
  body: MeetingTexts,
  response: oneMeeting,
})

export const cancelPortalMeeting = endpoint({
  ...meeting,
  method: 'POST',
  path: '/api/x/portal/meetings/:id/cancel',
  text: 'cancels one that the customer made; 409 once it’s canceled or over; 403 without `delete-meeting`',
  needsVersion: true,
  isIdempotent: true,
  permission: 'delete-meeting',
  response: oneMeeting,
})

export const answerPortalMeeting = endpoint({
  ...meeting,
  method: 'POST',
  path: '/api/x/portal/meetings/:id/answer',
  text: '`{"answer", "note"}`: answers the invitation to one (`accepted`, `tentative` or `declined`); the last answer counts; 409 once it’s canceled or over',
  body: MeetingAnswerInput,
  response: oneMeeting,
})
