import type { ReactNode } from 'react'
import { useWatch } from 'react-hook-form'

import { type DraftPath, draftAmounts, draftPathOf, draftProblems } from '#api/invoice-draft.ts'
import { RecordForm } from '#kit/record-form.tsx'
import { prepareToasts } from '#kit/toast.ts'
import type { RecordEditor } from '#kit/use-record-form.ts'

import { DraftHead } from '../-editor/draft-head.tsx'
import { type DraftAction, reduceDraft } from '../-editor/draft-reducer.ts'
import { NotesAndTotal } from '../-editor/form-end.tsx'
import { LineList } from '../-editor/line-list.tsx'
import { ScheduleInputs } from './schedule-inputs.tsx'
import { type ScheduleValues, contentProblems } from './schedule-values.ts'

// Here and not in the files of the routes, which every screen loads.
prepareToasts()

interface Props {
  title: string
  subtitle?: ReactNode
  isNew: boolean
  editor: RecordEditor<ScheduleValues>
  start?: string | undefined
  /** The link that leads back without saving. */
  cancel: ReactNode
}

/** The page of a schedule’s form: when invoices are drafted, and what is on them. */
export function ScheduleForm({ title, subtitle, isNew, editor, start, cancel }: Props) {
  const { form } = editor
  const values = useWatch({ control: form.control }) as ScheduleValues
  const { draft } = values
  const dispatch = (action: DraftAction) =>
    form.setValue('draft', reduceDraft(form.getValues('draft'), action), { shouldDirty: true })
  const typed = form.formState.isSubmitted ? contentProblems(draft) : draftProblems(draft)
  const problems = new Map([...refused(editor, values), ...typed])
  const amounts = draftAmounts(draft)
  return (
    <RecordForm
      title={title}
      subtitle={subtitle}
      record="recurring invoice"
      saveLabel={isNew ? 'Create recurring invoice' : 'Save'}
      isNew={isNew}
      isWide
      editor={editor}
      cancel={cancel}
    >
      <ScheduleInputs form={form} values={values} start={start} />
      <DraftHead form={draft} problems={problems} hasDueDay={false} dispatch={dispatch} />
      <LineList
        form={draft}
        amounts={amounts}
        problems={problems}
        read={() => form.getValues('draft')}
        dispatch={dispatch}
      />
      <NotesAndTotal
        draft={draft}
        problem={problems.get('notes')}
        onNotes={(notes) => dispatch({ kind: 'set', values: { notes } })}
        totalTitle="Total of each invoice"
        amounts={amounts}
      />
    </RecordForm>
  )
}

/** Errors of the service about the content, by the path of its input. */
const refused = ({ error }: RecordEditor<ScheduleValues>, { draft }: ScheduleValues) =>
  Object.entries(error?.fields ?? {}).flatMap(([name, message]): [DraftPath, string][] => {
    const path = draftPathOf(name, draft)
    return path ? [[path, message]] : []
  })
