import * as z from 'zod/mini'

import { Attachment, attachmentParts } from '../documents/attachments.ts'
import { type DocumentKind, DocumentSection, longestDocument, proposalLines } from '../documents/documents.ts'
import { InvoiceInput } from '../invoices/drafts.ts'
import { longestEmail } from '../invoices/emails.ts'
import { type InvoiceLanguage, LanguageChoice, invoiceLanguages } from '../invoices/looks.ts'
import {
  type Filling,
  type Placeholder,
  type PlaceholderValues,
  type TemplateKind,
  fillPlaceholders,
  isDocumentKind,
  placeholderProblem,
  placeholdersOf,
  templateKinds,
  titlePlaceholdersOf,
} from '../values/placeholders.ts'
import { endpoint } from '../wire/endpoint.ts'
import { idFilter } from '../wire/list-query.ts'
import { resource, wholeList } from '../wire/resource.ts'
import { Datetime } from '../wire/surface.ts'

/** Surface X: what new proposals, contracts and emails start with. */

const longestName = 100
const atMost = (most: number) => `Use at most ${most.toLocaleString('en-US')} characters`

const line = (name: string, most: number) =>
  z
    .string(`${name} must be a text`)
    .check(
      z.trim(),
      z.maxLength(most, atMost(most)),
      z.regex(/^\P{Cc}*$/u, 'Remove hidden characters, such as line breaks'),
    )

/** Days after the due date, and days that a proposal is valid. */
const mostDays = 365
const daysMessage = `Enter 1 to ${mostDays} days`
const days = z.optional(
  z.nullable(z.int(daysMessage).check(z.gte(1, daysMessage), z.lte(mostDays, daysMessage))),
)

const kindMessage = `kind must be one of ${templateKinds.join(', ')}`

const content = {
  kind: z.enum(templateKinds, kindMessage),
  /** The name people choose it by. */
  name: line('name', longestName).check(z.minLength(1, 'Enter a name')),
  /** New documents and emails of this kind, in its language, start with it; the one that was it before isn’t any more. */
  is_default: z.boolean('is_default must be true or false'),
  /** The title of a document, or the subject of an email. */
  subject: line('subject', longestDocument.title),
  /** Of an email; empty for documents. */
  message: z
    .string('message must be a text')
    .check(
      z.trim(),
      z.maxLength(longestEmail.message, atMost(longestEmail.message)),
      z.regex(/^[\P{Cc}\t\n\r]*$/u, 'Remove hidden characters'),
    ),
  /** Of a document; empty for emails. */
  sections: z
    .array(DocumentSection, 'sections must be a list')
    .check(z.maxLength(longestDocument.sections, `Use at most ${longestDocument.sections} sections`)),
  /**
   * Of a reminder of invoices: how many days after the due date it is sent without anyone asking. Null, or not given: only when
   * somebody sends it.
   */
  send_after_days: days,
  /** Of an email: it's for customers who are written to in this language. Null, or not given: for all who have none of their own. */
  language: LanguageChoice,
  /** Of a document: what it begins with. */
  line_items: z.optional(proposalLines),
  /** Of the lines: null, or not given, without any. */
  currency: z.optional(z.nullable(InvoiceInput.shape.currency)),
  /** Of a proposal: how many days it is valid from when it's written. Null, or not given: as usual. */
  valid_days: days,
}

/** Problems with the placeholders of a document, by the path of their field. `subject` is what its title is called. */
export function* documentTextProblems(
  kind: DocumentKind,
  { title, sections }: DocumentTexts,
  titleName = 'title',
): Generator<FieldProblem> {
  const ofTitle = placeholderProblem(title, titlePlaceholdersOf(kind), 'line')
  if (ofTitle !== undefined) yield [[titleName], ofTitle]
  const allowed = placeholdersOf[kind]
  for (const [index, { heading, text }] of sections.entries()) {
    const ofHeading = placeholderProblem(heading, allowed, 'line')
    if (ofHeading !== undefined) yield [['sections', index, 'heading'], ofHeading]
    const ofText = placeholderProblem(text, allowed, 'formatted')
    if (ofText !== undefined) yield [['sections', index, 'text'], ofText]
  }
}

/** Problems with the placeholders of an email, by the path of their field. */
export function* emailTextProblems(
  allowed: readonly Placeholder[],
  { subject, message }: EmailTexts,
): Generator<FieldProblem> {
  const ofSubject = placeholderProblem(subject, allowed, 'line')
  if (ofSubject !== undefined) yield [['subject'], ofSubject]
  const ofMessage = placeholderProblem(message, allowed, 'lines')
  if (ofMessage !== undefined) yield [['message'], ofMessage]
}

type FieldProblem = readonly [path: readonly (string | number)[], message: string]

/** The texts of a document that placeholders can stand in. */
export interface DocumentTexts {
  readonly title: string
  readonly sections: readonly DocumentSection[]
}

/** The texts of an email that placeholders can stand in. */
export interface EmailTexts {
  readonly subject: string
  readonly message: string
}

/** Returns the texts of a document with what their placeholders stand for. */
export function fillDocument(
  kind: DocumentKind,
  { title, sections }: DocumentTexts,
  values: PlaceholderValues,
  filling: Filling = {},
): DocumentTexts {
  const { 'proposal.title': _proposal, 'contract.title': _contract, ...others } = values
  const filled = fillPlaceholders(title, others, 'line', filling)
  const all: PlaceholderValues =
    kind === 'proposal' ? { ...others, 'proposal.title': filled } : { ...others, 'contract.title': filled }
  return {
    title: filled,
    sections: sections.map(({ heading, text }) => ({
      heading: fillPlaceholders(heading, all, 'line', filling),
      text: fillPlaceholders(text, all, 'formatted', filling),
    })),
  }
}

/** Returns an email with what its placeholders stand for. */
export const fillEmail = (
  { subject, message }: EmailTexts,
  values: PlaceholderValues,
  filling: Filling = {},
): EmailTexts => ({
  subject: fillPlaceholders(subject, values, 'line', filling),
  message: fillPlaceholders(message, values, 'lines', filling),
})

interface Content extends EmailTexts {
  readonly kind: TemplateKind
  readonly sections: readonly DocumentSection[]
  readonly send_after_days?: number | null | undefined
  readonly language?: InvoiceLanguage | null | undefined
  readonly line_items?: readonly unknown[] | undefined
  readonly currency?: string | null | undefined
  readonly valid_days?: number | null | undefined
}

/** Problems of a template: missing or excess parts, and its placeholders. */
export function* contentProblems({
  kind,
  subject,
  message,
  sections,
  send_after_days,
  language,
  line_items = [],
  currency,
  valid_days,
}: Content): Generator<FieldProblem> {
  if (valid_days != null && kind !== 'proposal')
    yield [['valid_days'], 'Only proposals are valid for some days']
  if (line_items.length > 0 && currency == null) yield [['currency'], 'Choose a currency']
  if (send_after_days != null && kind !== 'reminder_email')
    yield [['send_after_days'], 'Only reminders of invoices are sent automatically']
  if (isDocumentKind(kind)) {
    if (language != null) yield [['language'], 'Only emails have a language']
    if (message !== '') yield [['message'], 'Only emails have a message']
    const length = sections.reduce((sum, { heading, text }) => sum + heading.length + text.length, 0)
    // Before anything reads the texts.
    if (length > longestDocument.texts) return yield [['sections'], atMost(longestDocument.texts)]
    if (line_items.length === 0 && sections.every(({ heading, text }) => `${heading}${text}` === ''))
      yield [['sections'], 'Add a section or a line']
    yield* documentTextProblems(kind, { title: subject, sections }, 'subject')
  } else {
    if (sections.length > 0) yield [['sections'], 'Only documents have sections']
    if (line_items.length > 0) yield [['line_items'], 'Only documents have lines']
    if (subject === '') yield [['subject'], 'Enter a subject']
    if (message === '') yield [['message'], 'Enter a message']
    yield* emailTextProblems(placeholdersOf[kind], { subject, message })
  }
}

/** A template as people who manage settings write it. */
export const TemplateInput = z.object(content).check(
  z.superRefine((template, context) => {
    for (const [path, message] of contentProblems(template))
      context.addIssue({ code: 'custom', path: [...path], message, input: template })
  }),
)
export type TemplateInput = z.infer<typeof TemplateInput>

/** A template as lists show it. */
export const TemplateSummary = z.object({
  id: z.int(),
  kind: z.enum(templateKinds),
  name: z.string(),
  is_default: z.boolean(),
  subject: z.string(),
  send_after_days: z.nullable(z.int()),
  language: z.nullable(z.enum(invoiceLanguages)),
  created_at: Datetime,
  updated_at: Datetime,
})
export type TemplateSummary = z.infer<typeof TemplateSummary>

/** Returns the one of the templates that an email in this language starts with. */
export const usualTemplate = <Kind extends Pick<TemplateSummary, 'is_default' | 'language'>>(
  templates: readonly Kind[],
  language: InvoiceLanguage,
): Kind | undefined => ownFirst(templates, language).find(({ is_default }) => is_default)

/** Returns those for customers of this language: its own, then those for all. */
export const ownFirst = <Kind extends Pick<TemplateSummary, 'language'>>(
  templates: readonly Kind[],
  language: InvoiceLanguage,
): Kind[] => [language, null].flatMap((one) => templates.filter((template) => template.language === one))

/** A template in full. */
export const Template = z.extend(TemplateSummary, {
  message: z.string(),
  sections: z.array(DocumentSection),
  line_items: proposalLines,
  currency: z.nullable(z.string()),
  valid_days: z.nullable(z.int()),
  /** Of a document: the files that it begins with. */
  attachments: z.array(Attachment),
  /** Counts the changes of everything but the attachments; `If-Match` names it. */
  version: z.int(),
})
export type Template = z.infer<typeof Template>

/** What new proposals, contracts and emails start with; everybody may use them. */
export const templates = resource('templates', {
  path: '/api/x/templates',
  subject: 'template',
  manage: 'settings.manage',
  input: TemplateInput,
  full: Template,
  list: {
    ...wholeList(TemplateSummary),
    query: z.object({ kind: z.optional(z.enum(templateKinds, kindMessage)) }),
  },
  texts: {
    list: 'all templates by kind and name, without their texts; takes `kind`: `proposal`, `contract`, `invoice_email`, `reminder_email`, `proposal_email`, `proposal_reminder`, `contract_email` or `contract_reminder`',
    show: 'one with its version (`ETag`), texts and `attachments`',
    create:
      'creates a template: `kind`, `name`, `is_default`, `subject` (of an email, or the title of a document), `message` (of an email), `sections`, `line_items` and their `currency` (of a document; lines may be left out), `valid_days` (of a `proposal`: how long one that is written with it is valid, 1 to 365; null or not given: 30), `language` (of an email: `en`, `de`, `fr`, `es` or `nl`, the language of those who get it; null or not given: all that have none of their own) and `send_after_days` (of a `reminder_email`: how many days after the due date it is sent automatically, 1 to 365; null or not given: never); 422 at the field of an unknown placeholder, or where another one in its language is sent on that day',
    update: 'replaces it, its kind stays',
    remove: 'deletes it, what was written with it stays',
  },
  most: 200,
  live: ['templates'],
  history: {
    title: 'name',
    fields: [
      'kind',
      'name',
      'is_default',
      'language',
      'send_after_days',
      'valid_days',
      'subject',
      'message',
      'sections',
      'attachments',
    ],
    audited: 'settings',
  },
  example: {
    kind: 'invoice_email',
    name: 'Friendly',
    is_default: true,
    subject: 'Invoice {{invoice.number}} from {{company.name}}',
    message: 'Hello {{customer.first_name}},\n\nPlease pay {{invoice.total}} by {{invoice.due_date}}.',
    sections: [],
  },
})

export const templateParts = attachmentParts('template', {
  record: 'templates',
  files: 'template_files',
  ability: 'settings.manage',
  texts: {
    attach:
      'attaches a file to a template of a proposal or contract, like one to a draft: what is written from it begins with a copy; 409 for other kinds',
    remove: 'removes it; what was written with it keeps it',
  },
})

export const showPlaceholderValues = endpoint({
  surface: 'x',
  method: 'GET',
  path: '/api/x/placeholder-values',
  text: 'what placeholders stand for, by name: of `invoice_id`, `proposal_id` or `contract_id` with its customer, of `customer_id`, or of the company; null: known once it’s sent; a name that is absent has no value there',
  query: z.object({
    invoice_id: idFilter('invoice_id', 'invoice'),
    proposal_id: idFilter('proposal_id', 'proposal'),
    contract_id: idFilter('contract_id', 'contract'),
    customer_id: idFilter('customer_id', 'customer'),
  }),
  response: z.object({ data: z.record(z.string(), z.nullable(z.string())) }),
})
