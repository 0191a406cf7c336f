import * as z from 'zod/mini'

import { DocumentSender } from '../invoices/document-sender.ts'
import { DraftLine, InvoiceInput } from '../invoices/drafts.ts'
import { EmailInput, InvoiceEmail } from '../invoices/emails.ts'
import { longestInvoice } from '../invoices/limits.ts'
import { DocumentLook } from '../invoices/looks.ts'
import { dayOrNull } from '../values/days.ts'
import { fold } from '../values/folding.ts'
import { EmailAddress } from '../wire/emails.ts'
import { idFilter, textFilter } from '../wire/list-query.ts'
import { Datetime, Id, MetaB, idParams, pageB } from '../wire/surface.ts'
import { Attachment } from './attachments.ts'

/** Shared fields of proposals and contracts. */

export const documentKinds = ['proposal', 'contract'] as const
export type DocumentKind = (typeof documentKinds)[number]

/** How much one of them holds. */
export const longestDocument = {
  title: 200,
  sections: 50,
  heading: 200,
  text: 20_000,
  /** Of all sections together. */
  texts: 200_000,
  name: 200,
  note: 1_000,
} as const

/** How many people can sign a contract for the customer. */
export const mostSigners = 10

const shown = (most: number) => `Use at most ${most.toLocaleString('en-US')} characters`
const line = (text: string, most: number) =>
  z
    .string(text)
    .check(
      z.trim(),
      z.maxLength(most, shown(most)),
      z.regex(/^[^\p{Cc}\u202a-\u202e\u2066-\u2069]*$/u, 'Remove hidden characters, such as line breaks'),
    )
const lines = (text: string, most: number) =>
  z
    .string(text)
    .check(
      z.trim(),
      z.maxLength(most, shown(most)),
      z.regex(/^(?:[\t\n\r]|[^\p{Cc}\u202a-\u202e\u2066-\u2069])*$/u, 'Remove hidden characters'),
    )

/** A part of a document: formatted text (see `formatted-text.ts`) below a heading, which may be empty. */
export const DocumentSection = z.object(
  {
    heading: line('heading must be a text', longestDocument.heading),
    text: lines('text must be a text', longestDocument.text),
  },
  'A section must be an object',
)
export type DocumentSection = z.infer<typeof DocumentSection>

const templateMessage = 'template_id must be the id of a template'

const content = {
  customer_id: InvoiceInput.shape.customer_id,
  title: line('Enter a title', longestDocument.title),
  currency: InvoiceInput.shape.currency,
  sections: z
    .array(DocumentSection, 'sections must be a list')
    .check(z.maxLength(longestDocument.sections, `Use at most ${longestDocument.sections} sections`)),
  line_items: InvoiceInput.shape.line_items,
  /** The template that it’s written from: those of its files are attached that it doesn’t have yet. */
  template_id: z.optional(z.nullable(z.int(templateMessage).check(z.gte(1, templateMessage)))),
}

/** A line that the customer may leave out, if it says so. */
const ProposalLine = z.extend(DraftLine, {
  is_optional: z.optional(z.boolean('is_optional must be true or false')),
})
/** Lines of a proposal. */
export const proposalLines = z
  .array(ProposalLine, 'line_items must be a list')
  .check(z.maxLength(longestInvoice.lines, `Use at most ${longestInvoice.lines} lines`))

/** Everything about a draft of a proposal. It may be incomplete: it is checked when it is sent. */
export const ProposalInput = z.object({
  ...content,
  line_items: proposalLines,
  /** The last day on which it can be accepted; null for no end. */
  valid_until: dayOrNull('valid_until'),
})
export type ProposalInput = z.infer<typeof ProposalInput>

/** Who answers, in one line without what turns the direction of text: it is shown in sentences. */
export const signerName = (empty: string) =>
  z
    .string(empty)
    .check(
      z.trim(),
      z.minLength(1, empty),
      z.maxLength(longestDocument.name, shown(longestDocument.name)),
      z.regex(
        /^[^\p{Cc}\p{Cs}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]*$/u,
        'Remove hidden characters, such as line breaks',
      ),
    )

/** A person who signs a contract for the customer. Links that they sign with go to their address alone. */
export const Signer = z.object(
  { name: signerName('Enter a name'), email: EmailAddress },
  'A signer must be an object',
)
export type Signer = z.infer<typeof Signer>

/** People who sign a contract, one after another; with none, the customer signs. */
const signers = z.array(Signer, 'signers must be a list').check(
  z.maxLength(mostSigners, `Use at most ${mostSigners} signers`),
  z.refine(
    (list) => new Set(list.map(({ email }) => fold(email))).size === list.length,
    'Each signer needs an email address of their own',
  ),
)

/** Everything about a draft of a contract. */
export const ContractInput = z.object({
  ...content,
  starts_on: dayOrNull('starts_on'),
  /** The last day; null for no end. */
  ends_on: dayOrNull('ends_on'),
  /** Those that it has, unless given. */
  signers: z.optional(signers),
})
export type ContractInput = z.infer<typeof ContractInput>

/** A line as it is stored. Amounts are decimals of the document’s currency; tax is a line for each rate, as on invoices. */
export const DocumentLine = z.object({
  description: z.string(),
  quantity: z.number(),
  unit_price: z.number(),
  total: z.number(),
  kind: z.enum(['item', 'tax']),
  /** Percent. */
  discount: z.number(),
  tax_rate: z.number(),
  /** The customer may leave it out. Until they choose it, it’s part of neither the taxes nor the total. */
  is_optional: z.optional(z.boolean()),
  /** Of an optional one, once the proposal is accepted. */
  is_chosen: z.optional(z.boolean()),
})
export type DocumentLine = z.infer<typeof DocumentLine>

/** The link by which a customer came in who answered: emailed to an address, or shown to a person of the business. */
export const AnswerLink = z.object({
  id: z.int(),
  delivery: z.enum(['emailed', 'shown']),
  /** The address, or the person’s name. */
  to: z.string(),
})
export type AnswerLink = z.infer<typeof AnswerLink>

/** The signature of the business below that of the customer, as evidence. */
const Countersignature = z.object({
  /** As they typed it. */
  name: z.string(),
  /** Who was signed in, or the key. */
  signed_by: z.string(),
  at: Datetime,
  /** Hex: of `hashed` in UTF-8. */
  sha256: z.string(),
  /** The hashes of the version and of the answer, and the countersignature, as the JSON whose hash is kept. */
  hashed: z.string(),
})
export type Countersignature = z.infer<typeof Countersignature>

/** The customer's answer to a version of a document, as evidence. */
export const DocumentAnswer = z.object({
  kind: z.enum(['accepted', 'declined', 'signed']),
  /** Who said it: as they typed it, or as the person wrote it who recorded it for them. */
  name: z.string(),
  note: z.string(),
  /** Who recorded it on the customer’s behalf; null where they did it themselves. */
  recorded_by: z.nullable(z.string()),
  /** The address that they did it from; null where somebody recorded it. */
  address: z.nullable(z.string()),
  /** What their browser called itself; null where somebody recorded it, and of answers from before that was kept. */
  device: z.nullable(z.string()),
  /** How they came in; null where somebody recorded it, and of answers from before that was kept. */
  link: z.nullable(AnswerLink),
  at: Datetime,
  /** Of a proposal with optional lines that was accepted: the indexes of those that were chosen, among its lines from 0. */
  chosen: z.optional(z.array(z.int())),
  /** Hex: of `hashed` in UTF-8; both null of answers from before that was kept. */
  sha256: z.nullable(z.string()),
  /** The hash of the version and the answer to it, as the JSON whose hash is kept. */
  hashed: z.nullable(z.string()),
  /** Of a contract, once the business has signed, too. */
  countersignature: z.nullable(Countersignature),
})
export type DocumentAnswer = z.infer<typeof DocumentAnswer>

/** Somebody who signs a contract, with their signature; null until they sign. */
export const SigningPerson = z.object({
  name: z.string(),
  email: z.string(),
  signature: z.nullable(DocumentAnswer),
})
export type SigningPerson = z.infer<typeof SigningPerson>

const texts = {
  title: z.string(),
  customer_id: z.int(),
  customer_name: z.string(),
  customer_email: z.string(),
  currency: z.string(),
  total_amount: z.number(),
  sections: z.array(DocumentSection),
  line_items: z.array(DocumentLine),
  attachments: z.array(Attachment),
}
const proposalDates = { valid_until: z.nullable(z.string()) }
const contractDates = { starts_on: z.nullable(z.string()), ends_on: z.nullable(z.string()) }
const contractSigners = {
  /** Who signs it, one after another. The `answer` is there with the last signature, and is that one. */
  signers: z.array(SigningPerson),
}

const sentRow = {
  /** Which version of the document it is, counted from 1. */
  edition: z.int(),
  sent_at: Datetime,
  sent_by: z.string(),
  /** When the customer opened it first. */
  viewed_at: z.nullable(Datetime),
  answer: z.nullable(DocumentAnswer),
  /** Hex: of `hashed`, which the whole version has, in UTF-8. */
  sha256: z.string(),
}
/** A version that was sent, without its texts, as lists have it. */
export const DocumentVersionRow = z.object(sentRow)
export type DocumentVersionRow = z.infer<typeof DocumentVersionRow>

const sent = {
  ...sentRow,
  /**
   * Everything that this version says, with the hashes of its attachments, who sent it and when, as the JSON whose hash is kept. It
   * never changes. Without a `format`, it is from before the sender was part of it.
   */
  hashed: z.string(),
  look: DocumentLook,
}

/** A version that was sent: what it said then, and what the customer answered. It never changes otherwise. */
export const ProposalVersion = z.object({ ...sent, ...texts, ...proposalDates })
export type ProposalVersion = z.infer<typeof ProposalVersion>
export const ContractVersion = z.object({ ...sent, ...texts, ...contractDates, ...contractSigners })
export type ContractVersion = z.infer<typeof ContractVersion>

const row = {
  id: z.int(),
  number: z.string(),
  status: z.string(),
  title: z.string(),
  customer_id: z.int(),
  customer_name: z.string(),
  currency: z.string(),
  total_amount: z.number(),
  /** When the latest version was sent; null if none was. */
  sent_at: z.nullable(Datetime),
  created_at: Datetime,
  updated_at: Datetime,
}
export const ProposalRow = z.object({ ...row, ...proposalDates })
export type ProposalRow = z.infer<typeof ProposalRow>
export const ContractRow = z.object({ ...row, ...contractDates })
export type ContractRow = z.infer<typeof ContractRow>

/** A draft that a proposal was converted to. */
export const conversionTargets = ['invoice', 'contract'] as const
export type ConversionTarget = (typeof conversionTargets)[number]

const details = {
  ...row,
  ...texts,
  /** How many versions were sent. */
  editions: z.int(),
  /** The answer to the latest version; null while it’s open. */
  answer: z.nullable(DocumentAnswer),
  viewed_at: z.nullable(Datetime),
  /** Counts the changes; `If-Match` names it. */
  version: z.int(),
  /** Who sent it, as the company was then; for a draft, as it is now. */
  sender: DocumentSender,
  /** That of the customer’s invoices: as it was sent, and of a draft as it would be sent now. */
  look: DocumentLook,
}

/** A proposal. Amounts are decimals of `currency`. */
export const Proposal = z.object({
  ...details,
  ...proposalDates,
  /** Drafts that it was converted to, oldest first, without deleted ones. */
  conversions: z.array(
    z.object({ target: z.enum(conversionTargets), id: z.int(), number: z.string(), created_at: Datetime }),
  ),
})
export type Proposal = z.infer<typeof Proposal>

/** A contract. */
export const Contract = z.object({
  ...details,
  ...contractDates,
  ...contractSigners,
  /** The proposal that it was made from. */
  proposal: z.nullable(z.object({ id: z.int(), number: z.string() })),
})
export type Contract = z.infer<typeof Contract>

export const versionParams = z.object({ ...idParams.shape, edition: Id })

/** Filters of a list, except `status`. */
export const documentFilter = {
  ...pageB,
  /** In number, title, customer name and email. */
  search: textFilter('search', 200),
  customer_id: idFilter('customer_id', 'customer'),
}

/** A page; `by_status` counts what matches apart from the status. */
export const documentPage = <Row extends z.ZodMiniType>(one: Row) =>
  z.object({
    data: z.array(one),
    meta: MetaB,
    by_status: z.array(z.object({ status: z.string(), count: z.int() })),
    timestamp: Datetime,
  })

/** How a document is sent: with an email that has its PDF, or without. `{number}` in it stands for the number. */
export const DocumentSend = z.object({ email: z.optional(z.nullable(EmailInput)) })
export type DocumentSend = z.infer<typeof DocumentSend>

/** Which optional lines of a proposal the customer wants, as indexes among its lines from 0; none unless given. */
const chosen = z.optional(
  z
    .array(
      z.int('chosen must have indexes of lines').check(z.gte(0, 'chosen must have indexes of lines')),
      'chosen must be a list',
    )
    .check(z.maxLength(longestInvoice.lines, 'chosen has too many lines')),
)

/** Staff record what a customer told them: who said it, how, and what they chose. */
export const AnswerInput = z.object({
  name: signerName('Enter who said so'),
  note: lines('note must be a text', longestDocument.note),
  chosen,
})
export type AnswerInput = z.infer<typeof AnswerInput>

/** The business signs, too; with `notify` the customer is emailed what both have signed. */
export const CountersignInput = z.object({
  name: signerName('Enter your name'),
  notify: z.boolean('notify must be true or false'),
})
export type CountersignInput = z.infer<typeof CountersignInput>

/** Converts once: 409 if that was done before, unless `again`. */
export const ConvertInput = z.object({ again: z.optional(z.boolean('again must be true or false')) })

/** Kinds of emails that people send about a proposal or contract. */
const sentKinds = ['document', 'reminder'] as const
/** And of those that the service sends: a customer who has agreed in the portal gets a confirmation with the PDF. */
export const documentEmailKinds = [...sentKinds, 'confirmation'] as const
export type DocumentEmailKind = (typeof documentEmailKinds)[number]

/** An email of a proposal or contract. */
export const DocumentEmail = z.extend(z.omit(InvoiceEmail, { kind: true }), {
  kind: z.enum(documentEmailKinds),
})
export type DocumentEmail = z.infer<typeof DocumentEmail>

/** An email of what was sent, or a reminder of what isn’t answered; the former unless given. */
export const DocumentEmailInput = z.extend(EmailInput, {
  kind: z.optional(z.enum(sentKinds, `kind must be one of ${sentKinds.join(', ')}`)),
})
export type DocumentEmailInput = z.infer<typeof DocumentEmailInput>
