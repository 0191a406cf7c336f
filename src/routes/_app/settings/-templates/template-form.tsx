import { Skeleton, Stack } from '@mantine/core'
import { Suspense, useRef } from 'react'
import { useWatch } from 'react-hook-form'

import { draftAmounts, draftProblems, refusedPaths } from '#api/invoice-draft.ts'
import { templates } from '#api/templates.ts'
import type { Template } from '#contract/account/templates.ts'
import { type Placeholder, isDocumentKind, placeholdersOf } from '#contract/values/placeholders.ts'
import { lazyWithRetry } from '#kit/lazy-with-retry.ts'
import { RecordForm } from '#kit/record-form.tsx'
import { SectionInputs } from '#parts/documents/section-inputs.tsx'
import { type DraftAction, reduceDraft } from '#parts/lines/draft-reducer.ts'
import { LineList } from '#parts/lines/line-list.tsx'
import type { FormProps } from '#parts/records/record-kind.ts'

import { DeleteTemplate } from './delete-template.tsx'
import { TemplateFacts, TemplateText } from './template-inputs.tsx'
import type { TemplateValues } from './template-values.ts'

import classes from './templates.module.css'

const TemplatePreview = lazyWithRetry(async () => (await import('./template-preview.tsx')).TemplatePreview)

/** The page of a template’s form, beside what somebody will read. */
export function TemplateForm({ editor, page, start }: FormProps<TemplateValues, Template>) {
  const { form } = editor
  const values = useWatch({ control: form.control }) as TemplateValues
  const { kind, sections, draft } = values
  const { errors, isSubmitted } = form.formState
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
          <TemplateFacts
            values={values}
            errors={errors}
            isNew={page.isNew ?? false}
            set={set}
            onCurrency={(currency) => dispatch({ kind: 'set', values: { currency } })}
          />
          <div
            onFocus={({ target }) => {
              if (target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement)
                lastInput.current = target.type === 'radio' ? lastInput.current : target
            }}
          >
            <Stack gap="md">
              <TemplateText
                values={values}
                errors={errors}
                set={set}
                onInsert={(one) => insertPlaceholder(lastInput.current, one)}
              />
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
              hasOptions={kind === 'proposal'}
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
