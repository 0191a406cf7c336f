import { Skeleton, Text } from '@mantine/core'
import { Suspense } from 'react'
import { useWatch } from 'react-hook-form'

import { draftAmounts, draftProblems, refusedPaths } from '#api/invoice-draft.ts'
import { templates } from '#api/templates.ts'
import type { Template } from '#contract/account/templates.ts'
import { isDocumentKind, placeholdersOf } from '#contract/values/placeholders.ts'
import { lazyWithRetry } from '#kit/lazy-with-retry.ts'
import { RecordForm } from '#kit/record-form.tsx'
import { SectionCard } from '#kit/section-card.tsx'
import { WithPreview } from '#kit/with-preview.tsx'
import { Attachments } from '#parts/attachments/attachments.tsx'
import { SectionInputs } from '#parts/documents/section-inputs.tsx'
import { useTemplateFiles } from '#parts/documents/template-select.tsx'
import { type DraftAction, reduceDraft } from '#parts/lines/draft-reducer.ts'
import { LineList } from '#parts/lines/line-list.tsx'
import type { FormProps } from '#parts/records/record-kind.ts'

import { DeleteTemplate } from './delete-template.tsx'
import { TemplateFacts, TemplateText } from './template-inputs.tsx'
import type { TemplateValues } from './template-values.ts'

const TemplatePreview = lazyWithRetry(async () => (await import('./template-preview.tsx')).TemplatePreview)

/** The page of a template’s form, beside what somebody will read. */
export function TemplateForm({ editor, page, start }: FormProps<TemplateValues, Template>) {
  const { form } = editor
  const values = useWatch({ control: form.control }) as TemplateValues
  const { kind, sections, draft } = values
  const { errors } = form.formState
  const set = <Name extends keyof TemplateValues>(path: Name, value: TemplateValues[Name]) =>
    form.setValue(path as never, value as never, {
      shouldDirty: true,
      shouldValidate: form.formState.isSubmitted,
    })
  const dispatch = (action: DraftAction) =>
    form.setValue('draft', reduceDraft(form.getValues('draft'), action), { shouldDirty: true })
  const attachments = useTemplateFiles(String(start?.id ?? ''))
  return (
    <WithPreview
      preview={
        <Suspense fallback={<Skeleton height={320} />}>
          <TemplatePreview key={kind} template={values} attachments={attachments} />
        </Suspense>
      }
    >
      <RecordForm {...page} editor={editor}>
        <TemplateFacts
          values={values}
          errors={errors}
          isNew={page.isNew ?? false}
          set={set}
          onCurrency={(currency) => dispatch({ kind: 'set', values: { currency } })}
        />
        <TemplateText values={values} errors={errors} set={set} />
        {isDocumentKind(kind) && (
          <>
            <SectionInputs
              sections={sections}
              problem={errors.sections?.message}
              allowed={placeholdersOf[kind]}
              read={() => form.getValues('sections')}
              onSections={(next) => set('sections', next)}
            />
            <LineList
              form={draft}
              amounts={draftAmounts(draft)}
              problems={new Map([...refusedPaths(editor.error, draft), ...draftProblems(draft)])}
              read={() => form.getValues('draft')}
              dispatch={dispatch}
              hasOptions={kind === 'proposal'}
            />
            {start ? (
              <Attachments
                files={attachments}
                changes={templates.attachments(start.id)}
                hint={`New ${kind}s from this template start with them.`}
              />
            ) : (
              <SectionCard title="Attachments">
                <Text c="dimmed">
                  Create the template first. Then attach files that new {kind}s from it start with.
                </Text>
              </SectionCard>
            )}
          </>
        )}
      </RecordForm>
      {start && (
        <DeleteTemplate template={start} mutation={templates.remove()} draft={editor.draft}>
          <bdi>{start.name}</bdi> can’t be chosen any more. What was written with it stays.
        </DeleteTemplate>
      )}
    </WithPreview>
  )
}
