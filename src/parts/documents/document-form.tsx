import { TextInput } from '@mantine/core'
import { Suspense, memo, useDeferredValue } from 'react'
import { get, useFormState, useWatch } from 'react-hook-form'

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
import { SignerInputs } from './signer-inputs.tsx'
import { TemplateSelect } from './template-select.tsx'

import classes from './documents.module.css'

const DocumentPreview = memo(
  lazyWithRetry(async () => (await import('./document-preview.tsx')).DocumentPreview),
)

type Editor = FormProps<DocumentValues, OneDocument>['editor']

interface Props extends FormProps<DocumentValues, OneDocument> {
  kind: DocumentKind
}

function subtitleOf(start: OneDocument | undefined): string | undefined {
  if (!start) return 'It’s a draft until you send it.'
  return start.editions > 0 ? 'What was sent stays as it is; sending this makes a new version.' : undefined
}

/** The page of the form: whom it is for, what it says, and what it costs. Each part draws itself again when its own values change. */
export const DocumentForm = ({ kind, editor, page, start }: Props) => (
  <WithPreview
    label="Preview"
    isWide
    preview={
      <Suspense>
        <Preview kind={kind} editor={editor} start={start} />
      </Suspense>
    }
  >
    <RecordForm {...page} subtitle={subtitleOf(start)} editor={editor}>
      <SectionCard title="Details">
        <div className={classes.inputs}>
          {page.isNew && <Template kind={kind} editor={editor} />}
          <DocumentDetails kind={kind} editor={editor} />
        </div>
      </SectionCard>
      {kind === 'contract' && <Signers editor={editor} />}
      <Sections kind={kind} editor={editor} />
      <Lines kind={kind} editor={editor} />
    </RecordForm>
  </WithPreview>
)

interface PartProps {
  kind: DocumentKind
  editor: Editor
}

/** How a part of the form changes its values, whichever render that is called from, and what is wrong with them. */
function usePart({ form }: Editor) {
  const { errors, isSubmitted } = useFormState({ control: form.control })
  const set = <Name extends keyof DocumentValues>(name: Name, value: DocumentValues[Name]) =>
    form.setValue(name as never, value as never, {
      shouldDirty: true,
      shouldValidate: form.formState.isSubmitted,
    })
  const dispatch = (action: DraftAction) => set('draft', reduceDraft(form.getValues('draft'), action))
  return { errors, isSubmitted, set, dispatch }
}

/** What it would be if it were sent now, drawn when nobody is typing. */
function Preview({ kind, editor, start }: PartProps & Pick<Props, 'start'>) {
  const values = useWatch({ control: editor.form.control }) as DocumentValues
  return <DocumentPreview kind={kind} values={useDeferredValue(values)} start={start} />
}

function Template({ kind, editor: { form }, editor }: PartProps) {
  const { errors, set } = usePart(editor)
  const template = useWatch({ control: form.control, name: 'template' })
  return (
    <TemplateSelect
      kind={kind}
      value={template}
      error={errors.template?.message}
      read={() => form.getValues()}
      onContent={(content) => {
        set('template', content.template)
        set('title', content.title)
        set('sections', content.sections)
        set('draft', content.draft)
        set('endsOn', content.endsOn)
      }}
    />
  )
}

function Sections({ kind, editor: { form }, editor }: PartProps) {
  const { errors, set } = usePart(editor)
  return (
    <SectionInputs
      sections={useWatch({ control: form.control, name: 'sections' })}
      problem={errors.sections?.message}
      allowed={placeholdersOf[kind]}
      read={() => form.getValues('sections')}
      onSections={(sections) => set('sections', sections)}
    />
  )
}

function Signers({ editor: { form }, editor }: Pick<PartProps, 'editor'>) {
  const { errors, set } = usePart(editor)
  return (
    <SignerInputs
      signers={useWatch({ control: form.control, name: 'signers' })}
      errorOf={(path) => (get(errors, path) as { message?: string } | undefined)?.message}
      onSigners={(signers) => set('signers', signers)}
    />
  )
}

function Lines({ kind, editor: { form, error }, editor }: PartProps) {
  const { dispatch } = usePart(editor)
  const draft = useWatch({ control: form.control, name: 'draft' })
  const amounts = draftAmounts(draft)
  return (
    <>
      <LineList
        form={draft}
        amounts={amounts}
        problems={new Map([...refusedPaths(error, draft), ...draftProblems(draft)])}
        read={() => form.getValues('draft')}
        dispatch={dispatch}
        hasOptions={kind === 'proposal'}
      />
      <div className={classes.total}>
        <SectionCard title="Total">
          <DraftTotals amounts={amounts} currency={draft.currency} />
        </SectionCard>
      </div>
    </>
  )
}

function Title({ kind, editor: { form }, editor }: PartProps) {
  const { errors, set } = usePart(editor)
  const title = useWatch({ control: form.control, name: 'title' })
  return (
    <div className={classes.half}>
      <TextInput
        label="Title"
        dir="auto"
        autoComplete="off"
        required
        withAsterisk={false}
        maxLength={longestDocument.title}
        value={title}
        error={
          placeholderError({
            text: title,
            allowed: titlePlaceholdersOf(kind),
            form: 'line',
            onText: (text) => set('title', text),
          }) || errors.title?.message
        }
        onChange={({ currentTarget }) => set('title', currentTarget.value)}
      />
    </div>
  )
}

/** Whom it is for, its title, days and currency. */
function DocumentDetails({ kind, editor: { form, error }, editor }: PartProps) {
  const { errors, isSubmitted, set, dispatch } = usePart(editor)
  const [startsOn, endsOn, draft] = useWatch({
    control: form.control,
    name: ['startsOn', 'endsOn', 'draft'],
  })
  const problems = new Map([...refusedPaths(error, draft), ...draftProblems(draft)])
  return (
    <>
      <div className={classes.half}>
        <CustomerPicker
          value={draft.customer}
          error={
            problems.get('customer') ??
            (isSubmitted && draft.customer === null ? 'Choose a customer' : undefined)
          }
          onCustomer={(customer) => dispatch({ kind: 'set', values: { customer } })}
        />
      </div>
      <Title kind={kind} editor={editor} />
      {kind === 'contract' && (
        <DateInput
          label="Starts"
          description="Optional"
          value={startsOn}
          onDay={(day) => set('startsOn', day)}
          error={errors.startsOn?.message}
        />
      )}
      <DateInput
        label={kindWords[kind].lastDay}
        description="Optional"
        value={endsOn}
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
    </>
  )
}
