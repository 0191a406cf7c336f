import { TextInput, Textarea } from '@mantine/core'

import { type TemplateKind, placeholdersOf } from '#contract/values/placeholders.ts'

import { DocumentLinkNote, type EmailedDocument } from './document-link-note.tsx'
import type { EmailDraft, EmailProblems } from './email-draft.ts'
import { placeholderError } from './placeholder-error.tsx'

interface Props {
  draft: EmailDraft
  problems: EmailProblems
  /** The emailed record. */
  noun?: string
  /** The number that stands in the text is only known once it is sent. */
  hasPlaceholder?: boolean
  /** Whose placeholders the service fills when it is sent. */
  kind?: TemplateKind | undefined
  /** The document that the email links to. */
  linked?: EmailedDocument | undefined
  onChange: (draft: EmailDraft) => void
}

/** Recipients, subject and message of an email. */
export function EmailInputs({
  draft,
  problems,
  noun = 'invoice',
  hasPlaceholder = false,
  kind,
  linked,
  onChange,
}: Props) {
  const marked = (name: 'subject' | 'message') =>
    kind &&
    placeholderError({
      text: draft[name],
      allowed: placeholdersOf[kind],
      form: name === 'subject' ? 'line' : 'lines',
      onText: (text) => onChange({ ...draft, [name]: text }),
    })
  return (
    <>
      <TextInput
        label="To"
        description="Separate several addresses with commas"
        inputMode="email"
        autoComplete="off"
        spellCheck={false}
        value={draft.to}
        error={problems.to}
        onChange={({ currentTarget }) => onChange({ ...draft, to: currentTarget.value })}
      />
      <TextInput
        label="Subject"
        description={hasPlaceholder && `{number} becomes the ${noun} number`}
        dir="auto"
        value={draft.subject}
        error={marked('subject') ?? problems.subject}
        onChange={({ currentTarget }) => onChange({ ...draft, subject: currentTarget.value })}
      />
      <Textarea
        label="Message"
        description={`The ${noun} is attached as a PDF`}
        dir="auto"
        autosize
        minRows={5}
        maxRows={12}
        value={draft.message}
        error={marked('message') ?? problems.message}
        onChange={({ currentTarget }) => onChange({ ...draft, message: currentTarget.value })}
      />
      {linked && <DocumentLinkNote {...linked} />}
    </>
  )
}
