import { type DraftForm, draftBody, nestedPathOf, draftProblems } from '#api/invoice-draft.ts'
import { type Template, TemplateInput } from '#contract/account/templates.ts'
import type { InvoiceLanguage } from '#contract/invoices/looks.ts'
import { type TemplateKind, isDocumentKind } from '#contract/values/placeholders.ts'
import { type Merge, type MergeInput, type Versions, inputsOf } from '#lib/merge.ts'
import { type SectionValues, emptySection } from '#parts/documents/document-values.ts'
import { templateDraft } from '#parts/documents/template-content.ts'
import { languageNames } from '#parts/invoices/language-names.ts'
import { type DraftPath, mergeWithDraft } from '#parts/lines/draft-merge.ts'

import { kindNames } from './template-words.ts'

/** A template as its form holds it; texts of the other sort of kind are kept until it is saved. */
export interface TemplateValues {
  readonly kind: TemplateKind
  readonly name: string
  readonly isDefault: boolean
  /** Of an email; empty for customers of all languages. */
  readonly language: InvoiceLanguage | ''
  readonly subject: string
  readonly message: string
  readonly sections: readonly SectionValues[]
  /** Of a reminder of invoices: days as they're typed; empty where it's only sent by hand. */
  readonly sendAfterDays: string
  /** Of a document: its lines and their currency. */
  readonly draft: DraftForm
  /** Of a proposal: days as they're typed; empty for as long as usual. */
  readonly validDays: string
}
type Own = Exclude<keyof TemplateValues, 'draft'>

export const newTemplate = (kind: TemplateKind, draft: DraftForm): TemplateValues => ({
  kind,
  name: '',
  isDefault: false,
  language: '',
  subject: '',
  message: '',
  sections: [emptySection()],
  sendAfterDays: '',
  draft,
  validDays: '',
})

/** Returns the template as its form holds it. */
export const templateValues = ({
  kind,
  name,
  is_default,
  subject,
  message,
  sections,
  language,
  send_after_days,
  valid_days,
  ...lines
}: Template): TemplateValues => ({
  kind,
  name,
  isDefault: is_default,
  language: language ?? '',
  subject,
  message,
  sections: sections.map((section, index) => ({ ...section, key: `section-${index}` })),
  sendAfterDays: send_after_days === null ? '' : String(send_after_days),
  draft: templateDraft(lines),
  validDays: valid_days === null ? '' : String(valid_days),
})

/** Returns what saving the form sends. */
export function templateInput({
  kind,
  name,
  isDefault,
  language,
  sendAfterDays,
  draft,
  validDays,
  ...texts
}: TemplateValues): TemplateInput {
  const isDocument = isDocumentKind(kind)
  const { line_items, currency } = draftBody(draft)
  return {
    kind,
    name: name.trim(),
    is_default: isDefault,
    language: isDocument || language === '' ? null : language,
    subject: texts.subject.trim(),
    message: isDocument ? '' : texts.message.trim(),
    sections: isDocument
      ? texts.sections
          .map(({ heading, text }) => ({ heading: heading.trim(), text: text.trim() }))
          .filter(({ heading, text }) => `${heading}${text}` !== '')
      : [],
    send_after_days:
      kind === 'reminder_email' && sendAfterDays.trim() !== '' ? Number(sendAfterDays.trim()) : null,
    line_items: isDocument ? line_items : [],
    currency: isDocument && line_items.length > 0 ? currency : null,
    valid_days: kind === 'proposal' && validDays.trim() !== '' ? Number(validDays.trim()) : null,
  }
}

/** Equal for values that save the same. */
export const fingerprint = ({ draft, ...values }: TemplateValues): string =>
  JSON.stringify([
    templateInput({ ...values, draft: { ...draft, lines: [] } }),
    draft.currency,
    draft.lines.map(({ key: _key, ...line }) => line),
  ])

/** Lists what is wrong with the form, as the path of an input and a message. */
export function* templateProblems(
  values: TemplateValues,
): Generator<readonly [path: string, message: string]> {
  const ofLines = isDocumentKind(values.kind) ? [...draftProblems(values.draft)] : []
  for (const [path, message] of ofLines) yield [`draft.${path}`, message]
  if (ofLines.length > 0) return
  for (const { path, message } of TemplateInput.safeParse(templateInput(values)).error?.issues ?? [])
    yield [templatePathOf(path.map(String).join('.'), values) ?? 'name', message]
}

/** Returns the input that a name of the request belongs to. */
export function templatePathOf(name: string, { draft }: Pick<TemplateValues, 'draft'>): string | undefined {
  const [head = ''] = name.split('.')
  if (head === 'is_default') return 'isDefault'
  if (head === 'send_after_days') return 'sendAfterDays'
  if (head === 'valid_days') return 'validDays'
  if (['kind', 'name', 'language', 'subject', 'message', 'sections'].includes(head)) return head
  return nestedPathOf(name, draft)
}

const input = inputsOf<TemplateValues>()
const languageLabel = (value: unknown) => (value === '' ? 'All' : languageNames[value as InvoiceLanguage])
const days = (value: unknown) => (value === '' ? '(empty)' : String(value))

const inputs: readonly MergeInput<TemplateValues, Own>[] = [
  input('kind', 'Kind', (kind) => kindNames[kind as TemplateKind]),
  input('name', 'Name'),
  input('isDefault', 'Default', (value) => (value === true ? 'Yes' : 'No')),
  input('language', 'Language', languageLabel),
  input('sendAfterDays', 'Days after the due date', days),
  input('validDays', 'Valid for, days', days),
  input('subject', 'Subject'),
  input('message', 'Message'),
  {
    ...input('sections', 'Text', (value) =>
      (value as readonly SectionValues[])
        .map(({ heading, text }) => `${heading}\n${text}`.trim())
        .join('\n\n'),
    ),
    read: ({ sections }: TemplateValues) => sections.map(({ heading, text }) => ({ heading, text })),
    write: (values: TemplateValues, value: unknown) => ({
      ...values,
      sections: (value as readonly Omit<SectionValues, 'key'>[]).map((section, index) => ({
        ...section,
        key: `merged-${index}`,
      })),
    }),
  },
]

/** Merges my edits of a template with the changes of others. */
export const mergeTemplates = (versions: Versions<TemplateValues>): Merge<TemplateValues, Own | DraftPath> =>
  mergeWithDraft(versions, inputs)
