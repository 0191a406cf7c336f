import { Checkbox, Skeleton, Stack, TextInput, Textarea } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Suspense, useRef } from 'react'
import { useWatch } from 'react-hook-form'

import { draftAmounts, draftProblems, refusedPaths } from '#api/invoice-draft.ts'
import { session } from '#api/session.ts'
import { templates } from '#api/templates.ts'
import { longestDocument } from '#contract/documents.ts'
import { longestEmail } from '#contract/invoice-emails.ts'
import {
  type Placeholder,
  type TemplateKind,
  isDocumentKind,
  placeholdersOf,
  titlePlaceholdersOf,
} from '#contract/placeholders.ts'
import type { Template } from '#contract/templates.ts'
import { lazyWithRetry } from '#kit/lazy-with-retry.ts'
import { RecordForm } from '#kit/record-form.tsx'
import { SectionCard } from '#kit/section-card.tsx'
import { Select } from '#kit/select.tsx'
import { CurrencySelect } from '#parts/currency-select.tsx'
import { SectionInputs } from '#parts/documents/section-inputs.tsx'
import { placeholderError } from '#parts/emails/placeholder-error.tsx'
import { type DraftAction, reduceDraft } from '#parts/lines/draft-reducer.ts'
import { LineList } from '#parts/lines/line-list.tsx'
import type { FormProps } from '#parts/records/record-kind.ts'

import { DeleteTemplate } from './delete-template.tsx'
import { PlaceholderMenu } from './placeholder-menu.tsx'
import type { TemplateValues } from './template-values.ts'
import { defaultWords, kindNames, kindOrder } from './template-words.ts'

import classes from './templates.module.css'

const TemplatePreview = lazyWithRetry(async () => (await import('./template-preview.tsx')).TemplatePreview)

/** The page of a template’s form, beside what somebody will read. */
export function TemplateForm({ editor, page, start }: FormProps<TemplateValues, Template>) {
  const { form } = editor
  const values = useWatch({ control: form.control }) as TemplateValues
  const { kind, name, isDefault, subject, message, sections, sendAfterDays, draft, validDays } = values
  const { errors, isSubmitted } = form.formState
  const { data: current } = useSuspenseQuery(session.current())
  const lastInput = useRef<HTMLInputElement | HTMLTextAreaElement | null>(null)
  const set = <Name extends keyof TemplateValues>(path: Name, value: TemplateValues[Name]) =>
    form.setValue(path as never, value as never, { shouldDirty: true, shouldValidate: isSubmitted })
  const dispatch = (action: DraftAction) =>
    form.setValue('draft', reduceDraft(form.getValues('draft'), action), { shouldDirty: true })
  const isDocument = isDocumentKind(kind)
  const allowed = placeholdersOf[kind]
  return (
    <div className={classes['columns']}>
      <div>
        <RecordForm {...page} editor={editor}>
          <SectionCard title="Template">
            <Stack gap="md">
              <Select
                label="Kind"
                disabled={!page.isNew}
                data={kindOrder.map((value) => ({ value, label: kindNames[value] }))}
                value={kind}
                onChange={({ currentTarget }) => set('kind', currentTarget.value as TemplateKind)}
                error={errors.kind?.message}
              />
              <TextInput
                label="Name"
                description="Shown where you choose a template"
                inputWrapperOrder={['label', 'input', 'description', 'error']}
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
              {kind === 'reminder_email' && (
                <TextInput
                  label="Days after the due date"
                  description={
                    current.features.email
                      ? 'It’s sent automatically on that day, in the morning. Leave it empty to send it only by hand.'
                      : 'It can’t be sent automatically, because this service isn’t set up to send email.'
                  }
                  inputWrapperOrder={['label', 'input', 'description', 'error']}
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
                  inputWrapperOrder={['label', 'input', 'description', 'error']}
                  inputMode="numeric"
                  autoComplete="off"
                  value={validDays}
                  onChange={({ currentTarget }) => set('validDays', currentTarget.value)}
                  error={errors.validDays?.message}
                />
              )}
              {isDocument && (
                <CurrencySelect
                  label="Currency of its lines"
                  value={draft.currency}
                  onCurrency={(currency) => dispatch({ kind: 'set', values: { currency } })}
                />
              )}
            </Stack>
          </SectionCard>
          <div
            onFocus={({ target }) => {
              if (target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement)
                lastInput.current = target.type === 'radio' ? lastInput.current : target
            }}
          >
            <Stack gap="md">
              <SectionCard
                title={isDocument ? 'Document' : 'Email'}
                actions={
                  <PlaceholderMenu
                    kind={kind}
                    onInsert={(one) => insertPlaceholder(lastInput.current, one)}
                  />
                }
              >
                <Stack gap="md">
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
              {isDocument && (
                <SectionInputs
                  sections={sections}
                  problem={errors.sections?.message}
                  allowed={allowed}
                  read={() => form.getValues('sections')}
                  onSections={(next) => set('sections', next)}
                />
              )}
            </Stack>
          </div>
          {isDocument && (
            <LineList
              form={draft}
              amounts={draftAmounts(draft)}
              problems={new Map([...refusedPaths(editor.error, draft), ...draftProblems(draft)])}
              read={() => form.getValues('draft')}
              dispatch={dispatch}
            />
          )}
        </RecordForm>
        {start && (
          <DeleteTemplate template={start} mutation={templates.remove()} draft={editor.draft}>
            <bdi>{start.name}</bdi> can’t be chosen any more. What was written with it stays.
          </DeleteTemplate>
        )}
      </div>
      <div className={classes['aside']}>
        <Suspense fallback={<Skeleton height={320} />}>
          <TemplatePreview key={kind} template={values} />
        </Suspense>
      </div>
    </div>
  )
}

/** Types the placeholder where the caret of that input is, as a person would, so that undo takes it back. */
function insertPlaceholder(input: HTMLInputElement | HTMLTextAreaElement | null, name: Placeholder) {
  if (!input?.isConnected) return
  const text = `{{${name}}}`
  // After the menu has given the focus back to its button.
  setTimeout(() => {
    input.focus()
    input.setRangeText(text, input.selectionStart ?? 0, input.selectionEnd ?? 0, 'end')
    // React listens to what a person types, and knows it by the event.
    input.dispatchEvent(new InputEvent('input', { bubbles: true }))
  })
}
