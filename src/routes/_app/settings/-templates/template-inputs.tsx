import { Checkbox, Stack, TextInput, Textarea } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import type { FieldErrors } from 'react-hook-form'

import { session } from '#api/session.ts'
import { longestDocument } from '#contract/documents/documents.ts'
import { longestEmail } from '#contract/invoices/emails.ts'
import { type InvoiceLanguage, invoiceLanguages } from '#contract/invoices/looks.ts'
import {
  type TemplateKind,
  isDocumentKind,
  placeholdersOf,
  titlePlaceholdersOf,
} from '#contract/values/placeholders.ts'
import { SectionCard } from '#kit/section-card.tsx'
import { Select } from '#kit/select.tsx'
import { CurrencySelect } from '#parts/currency-select.tsx'
import { placeholderError } from '#parts/emails/placeholder-error.tsx'
import { PlaceholderMenu, usePlaceholders } from '#parts/emails/placeholder-menu.tsx'
import { languageNames } from '#parts/invoices/language-names.ts'

import type { TemplateValues } from './template-values.ts'
import { defaultWords, kindNames, kindOrder } from './template-words.ts'

interface Props {
  values: TemplateValues
  errors: FieldErrors<TemplateValues>
  set: <Name extends keyof TemplateValues>(path: Name, value: TemplateValues[Name]) => void
}

interface FactsProps extends Props {
  isNew: boolean
  onCurrency: (currency: string) => void
}

/** What a template is for, and when it is used. */
export function TemplateFacts({ values, errors, isNew, set, onCurrency }: FactsProps) {
  const { data: current } = useSuspenseQuery(session.current())
  const { kind, name, isDefault, language, sendAfterDays, validDays, draft } = values
  return (
    <SectionCard title="Template">
      <Stack gap="md">
        <Select
          label="Kind"
          disabled={!isNew}
          data={kindOrder.map((value) => ({ value, label: kindNames[value] }))}
          value={kind}
          onChange={({ currentTarget }) => set('kind', currentTarget.value as TemplateKind)}
          error={errors.kind?.message}
        />
        <TextInput
          label="Name"
          description="Shown where you choose a template"
          dir="auto"
          autoComplete="off"
          maxLength={100}
          value={name}
          onChange={({ currentTarget }) => set('name', currentTarget.value)}
          error={errors.name?.message}
        />
        <Checkbox
          label="Use by default"
          description={defaultWords[kind]}
          checked={isDefault}
          onChange={({ currentTarget }) => set('isDefault', currentTarget.checked)}
        />
        {!isDocumentKind(kind) && (
          <Select
            label="Language"
            description="For customers who get their documents in it. Where a language has no template, one for all languages is used."
            data={[
              { value: '', label: 'All languages' },
              ...invoiceLanguages.map((value) => ({ value, label: languageNames[value] })),
            ]}
            value={language}
            onChange={({ currentTarget }) => set('language', currentTarget.value as InvoiceLanguage | '')}
            error={errors.language?.message}
          />
        )}
        {kind === 'reminder_email' && (
          <TextInput
            label="Days after the due date"
            description={
              current.features.email
                ? 'It’s sent automatically on that day, in the morning. Leave it empty to send it only by hand.'
                : 'It can’t be sent automatically, because this service isn’t set up to send email.'
            }
            inputMode="numeric"
            autoComplete="off"
            value={sendAfterDays}
            onChange={({ currentTarget }) => set('sendAfterDays', currentTarget.value)}
            error={errors.sendAfterDays?.message}
          />
        )}
        {kind === 'proposal' && (
          <TextInput
            label="Valid for, days"
            description="From the day on which it’s written; 30 unless you say otherwise"
            inputMode="numeric"
            autoComplete="off"
            value={validDays}
            onChange={({ currentTarget }) => set('validDays', currentTarget.value)}
            error={errors.validDays?.message}
          />
        )}
        {isDocumentKind(kind) && (
          <CurrencySelect label="Currency of its lines" value={draft.currency} onCurrency={onCurrency} />
        )}
      </Stack>
    </SectionCard>
  )
}

/** The title of a document, or the subject and message of an email. */
export function TemplateText({ values, errors, set }: Props) {
  const inputs = useRef<HTMLDivElement>(null)
  const { onFocus, onInsert } = usePlaceholders(inputs)
  const { kind, subject, message } = values
  const isDocument = isDocumentKind(kind)
  const allowed = placeholdersOf[kind]
  return (
    <SectionCard
      title={isDocument ? 'Document' : 'Email'}
      actions={<PlaceholderMenu allowed={allowed} onInsert={onInsert} />}
    >
      <Stack gap="md" ref={inputs} onFocus={onFocus}>
        <TextInput
          label={isDocument ? 'Title' : 'Subject'}
          dir="auto"
          autoComplete="off"
          maxLength={longestDocument.title}
          value={subject}
          onChange={({ currentTarget }) => set('subject', currentTarget.value)}
          error={
            placeholderError({
              text: subject,
              allowed: isDocument ? titlePlaceholdersOf(kind) : allowed,
              form: 'line',
              onText: (text) => set('subject', text),
            }) ?? errors.subject?.message
          }
        />
        {!isDocument && (
          <Textarea
            label="Message"
            dir="auto"
            autosize
            minRows={8}
            maxRows={24}
            maxLength={longestEmail.message}
            value={message}
            onChange={({ currentTarget }) => set('message', currentTarget.value)}
            error={
              placeholderError({
                text: message,
                allowed,
                form: 'lines',
                onText: (text) => set('message', text),
              }) ?? errors.message?.message
            }
          />
        )}
      </Stack>
    </SectionCard>
  )
}
