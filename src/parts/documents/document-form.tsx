import { TextInput } from '@mantine/core'
import { type ReactNode, Suspense, memo, useDeferredValue } from 'react'
import { type FieldErrors, useWatch } from 'react-hook-form'

import type { OneDocument } from '#api/documents.ts'
import { draftAmounts, draftProblems, refusedPaths } from '#api/invoice-draft.ts'
import { type DocumentKind, longestDocument } from '#contract/documents/documents.ts'
import { placeholdersOf, titlePlaceholdersOf } from '#contract/values/placeholders.ts'
import { DateInput } from '#kit/date-input.tsx'
import { lazyWithRetry } from '#kit/lazy-with-retry.ts'
import { RecordForm } from '#kit/record-form.tsx'
import { SectionCard } from '#kit/section-card.tsx'
import { WithPreview } from '#kit/with-preview.tsx'
import { CurrencySelect } from '#parts/currency-select.tsx'
import { CustomerPicker } from '#parts/customers/customer-picker.tsx'
import { placeholderError } from '#parts/emails/placeholder-error.tsx'
import { type DraftAction, reduceDraft } from '#parts/lines/draft-reducer.ts'
import { DraftTotals } from '#parts/lines/draft-totals.tsx'
import { LineList } from '#parts/lines/line-list.tsx'
import type { FormProps } from '#parts/records/record-kind.ts'

import type { DocumentValues } from './document-values.ts'
import { kindWords } from './document-words.tsx'
import { SectionInputs } from './section-inputs.tsx'
import { TemplateSelect } from './template-select.tsx'

import classes from './documents.module.css'

const DocumentPreview = memo(
  lazyWithRetry(async () => (await import('./document-preview.tsx')).DocumentPreview),
)

interface Props extends FormProps<DocumentValues, OneDocument> {
  kind: DocumentKind
}

function subtitleOf(start: OneDocument | undefined): string | undefined {
  if (!start) return 'It’s a draft until you send it.'
  return start.editions > 0 ? 'What was sent stays as it is; sending this makes a new version.' : undefined
}

/** The page of the form: whom it is for, what it says, and what it costs. */
export function DocumentForm({ kind, editor, page, start }: Props) {
  const { form } = editor
  const values = useWatch({ control: form.control }) as DocumentValues
  // Drawn when nobody is typing.
  const shown = useDeferredValue(values)
  const { draft } = values
  const { errors, isSubmitted } = form.formState
  const set = <Name extends keyof DocumentValues>(name: Name, value: DocumentValues[Name]) =>
    form.setValue(name as never, value as never, { shouldDirty: true, shouldValidate: isSubmitted })
  const dispatch = (action: DraftAction) => set('draft', reduceDraft(form.getValues('draft'), action))
  const problems = new Map([
    ...refusedPaths(editor.error, draft),
    ...draftProblems(draft),
    ...(isSubmitted && draft.customer === null ? [['customer', 'Choose a customer'] as const] : []),
  ])
  const amounts = draftAmounts(draft)
  return (
    <WithPreview
      label="Preview"
      isWide
      preview={
        <Suspense>
          <DocumentPreview kind={kind} values={shown} start={start} />
        </Suspense>
      }
    >
      <RecordForm {...page} subtitle={subtitleOf(start)} editor={editor}>
        <DocumentDetails
          kind={kind}
          values={values}
          errors={errors}
          problems={problems}
          set={set}
          dispatch={dispatch}
          template={
            page.isNew && (
              <TemplateSelect
                kind={kind}
                value={values.template || ''}
                error={errors.template?.message}
                read={() => form.getValues()}
                onContent={({ template, title, sections, draft: lines, endsOn }) => {
                  set('template', template)
                  set('title', title)
                  set('sections', sections)
                  set('draft', lines)
                  set('endsOn', endsOn)
                }}
              />
            )
          }
        />
        <SectionInputs
          sections={values.sections}
          problem={errors.sections?.message}
          allowed={placeholdersOf[kind]}
          read={() => form.getValues('sections')}
          onSections={(sections) => set('sections', sections)}
        />
        <LineList
          form={draft}
          amounts={amounts}
          problems={problems}
          read={() => form.getValues('draft')}
          dispatch={dispatch}
          hasOptions={kind === 'proposal'}
        />
        <div className={classes.total}>
          <SectionCard title="Total">
            <DraftTotals amounts={amounts} currency={draft.currency} />
          </SectionCard>
        </div>
      </RecordForm>
    </WithPreview>
  )
}

interface DetailsProps {
  kind: DocumentKind
  values: DocumentValues
  errors: FieldErrors<DocumentValues>
  /** By the input of the draft. */
  problems: ReadonlyMap<string, string>
  set: <Name extends keyof DocumentValues>(name: Name, value: DocumentValues[Name]) => void
  dispatch: (action: DraftAction) => void
  /** What a new one can start from. */
  template: ReactNode
}

/** Whom it is for, its title, days and currency. */
function DocumentDetails({ kind, values, errors, problems, set, dispatch, template }: DetailsProps) {
  const { draft } = values
  return (
    <SectionCard title="Details">
      <div className={classes.inputs}>
        {template}
        <div className={classes.half}>
          <CustomerPicker
            value={draft.customer}
            error={problems.get('customer')}
            onCustomer={(customer) => dispatch({ kind: 'set', values: { customer } })}
          />
        </div>
        <div className={classes.half}>
          <TextInput
            label="Title"
            dir="auto"
            autoComplete="off"
            required
            withAsterisk={false}
            maxLength={longestDocument.title}
            value={values.title}
            error={
              placeholderError({
                text: values.title,
                allowed: titlePlaceholdersOf(kind),
                form: 'line',
                onText: (title) => set('title', title),
              }) || errors.title?.message
            }
            onChange={({ currentTarget }) => set('title', currentTarget.value)}
          />
        </div>
        {kind === 'contract' && (
          <DateInput
            label="Starts"
            description="Optional"
            value={values.startsOn}
            onDay={(day) => set('startsOn', day)}
            error={errors.startsOn?.message}
          />
        )}
        <DateInput
          label={kindWords[kind].lastDay}
          description="Optional"
          value={values.endsOn}
          onDay={(day) => set('endsOn', day)}
          error={errors.endsOn?.message}
        />
        <div>
          <CurrencySelect
            value={draft.currency}
            onCurrency={(currency) => dispatch({ kind: 'set', values: { currency } })}
            error={problems.get('currency')}
          />
        </div>
      </div>
    </SectionCard>
  )
}
