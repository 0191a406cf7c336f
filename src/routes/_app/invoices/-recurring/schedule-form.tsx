import { useWatch } from 'react-hook-form'

import { draftAmounts, draftProblems, refusedPaths } from '#api/invoice-draft.ts'
import type { Schedule } from '#contract/invoices/schedules.ts'
import { RecordForm } from '#kit/record-form.tsx'
import { type DraftAction, reduceDraft } from '#parts/lines/draft-reducer.ts'
import { LineList } from '#parts/lines/line-list.tsx'
import type { FormProps } from '#parts/records/record-kind.ts'

import { DraftHead } from '../-editor/draft-head.tsx'
import { NotesAndTotal } from '../-editor/form-end.tsx'
import { ScheduleInputs } from './schedule-inputs.tsx'
import { type ScheduleValues, contentProblems } from './schedule-values.ts'

/** The page of a schedule’s form: when invoices are drafted, and what is on them. */
export function ScheduleForm({ editor, page, start }: FormProps<ScheduleValues, Schedule>) {
  const { form } = editor
  const values = useWatch({ control: form.control }) as ScheduleValues
  const { draft } = values
  const dispatch = (action: DraftAction) =>
    form.setValue('draft', reduceDraft(form.getValues('draft'), action), { shouldDirty: true })
  const typed = form.formState.isSubmitted ? contentProblems(draft) : draftProblems(draft)
  const problems = new Map([...refusedPaths(editor.error, values.draft), ...typed])
  const amounts = draftAmounts(draft)
  return (
    <RecordForm
      {...page}
      subtitle={
        page.isNew
          ? 'Created as drafts on schedule. Review and send them.'
          : 'Invoices that were drafted before stay as they are.'
      }
      editor={editor}
    >
      <ScheduleInputs form={form} values={values} start={start?.starts_on} />
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
