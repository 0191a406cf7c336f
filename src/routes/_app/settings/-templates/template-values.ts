import type { FieldPath } from 'react-hook-form'

import { type TemplateKind, isDocumentKind } from '#contract/placeholders.ts'
import { type Template, TemplateInput } from '#contract/templates.ts'
import { type Merge, type Versions, mergeVersions, inputsOf } from '#lib/merge.ts'
import { type SectionValues, emptySection } from '#parts/documents/document-values.ts'

import { kindNames } from './template-words.ts'

/** A template as its form holds it; texts of the other sort of kind are kept until it is saved. */
export interface TemplateValues {
  readonly kind: TemplateKind
  readonly name: string
  readonly isDefault: boolean
  readonly subject: string
  readonly message: string
  readonly sections: readonly SectionValues[]
  /** Of a reminder of invoices: days as they're typed; empty where it's only sent by hand. */
  readonly sendAfterDays: string
}
type Path = FieldPath<TemplateValues>

export const newTemplate = (kind: TemplateKind): TemplateValues => ({
  kind,
  name: '',
  isDefault: false,
  subject: '',
  message: '',
  sections: [emptySection()],
  sendAfterDays: '',
})

/** Returns the template as its form holds it. */
export const templateValues = ({
  kind,
  name,
  is_default,
  subject,
  message,
  sections,
  send_after_days,
}: Template): TemplateValues => ({
  kind,
  name,
  isDefault: is_default,
  subject,
  message,
  sections: sections.map((section, index) => ({ ...section, key: `section-${index}` })),
  sendAfterDays: send_after_days === null ? '' : String(send_after_days),
})

/** Returns what saving the form sends. */
export function templateInput({
  kind,
  name,
  isDefault,
  sendAfterDays,
  ...texts
}: TemplateValues): TemplateInput {
  const isDocument = isDocumentKind(kind)
  return {
    kind,
    name: name.trim(),
    is_default: isDefault,
    subject: texts.subject.trim(),
    message: isDocument ? '' : texts.message.trim(),
    sections: isDocument
      ? texts.sections
          .map(({ heading, text }) => ({ heading: heading.trim(), text: text.trim() }))
          .filter(({ heading, text }) => `${heading}${text}` !== '')
      : [],
    send_after_days:
      kind === 'reminder_email' && sendAfterDays.trim() !== '' ? Number(sendAfterDays.trim()) : null,
  }
}

/** Equal for values that save the same. */
export const fingerprint = (values: TemplateValues): string => JSON.stringify(templateInput(values))

/** Lists what is wrong with the form, as the path of an input and a message. */
export function* templateProblems(
  values: TemplateValues,
): Generator<readonly [path: string, message: string]> {
  for (const { path, message } of TemplateInput.safeParse(templateInput(values)).error?.issues ?? [])
    yield [templatePathOf(path.map(String).join('.')) ?? 'name', message]
}

/** Returns the input that a name of the request belongs to. */
export function templatePathOf(name: string): Path | undefined {
  const [head = ''] = name.split('.')
  if (head === 'is_default') return 'isDefault'
  if (head === 'send_after_days') return 'sendAfterDays'
  return ['kind', 'name', 'subject', 'message', 'sections'].includes(head) ? (head as Path) : undefined
}

const input = inputsOf<TemplateValues>()

const inputs = [
  input('kind', 'Kind', (kind) => kindNames[kind as TemplateKind]),
  input('name', 'Name'),
  input('isDefault', 'Default', (value) => (value === true ? 'Yes' : 'No')),
  input('sendAfterDays', 'Days after the due date', (days) => (days === '' ? '(empty)' : String(days))),
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
export const mergeTemplates = (versions: Versions<TemplateValues>): Merge<TemplateValues, Path> =>
  mergeVersions(versions, inputs)
