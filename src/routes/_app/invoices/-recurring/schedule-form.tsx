import { Text, TextInput } from '@mantine/core'
import { type UseFormReturn, useWatch } from 'react-hook-form'

import { draftAmounts, draftProblems, refusedPaths } from '#api/invoice-draft.ts'
import { daysFrom, frequencies } from '#contract/invoices/schedule-dates.ts'
import type { Schedule } from '#contract/invoices/schedules.ts'
import { DateInput } from '#kit/date-input.tsx'
import { RecordForm } from '#kit/record-form.tsx'
import { SectionCard } from '#kit/section-card.tsx'
import { Select } from '#kit/select.tsx'
import { useToday } from '#kit/today.ts'
import { dayText } from '#lib/calendar.ts'
import { type DraftAction, reduceDraft } from '#parts/lines/draft-reducer.ts'
import { LineList } from '#parts/lines/line-list.tsx'
import type { FormProps } from '#parts/records/record-kind.ts'

import { DraftHead } from '../-editor/draft-head.tsx'
import { NotesAndTotal } from '../-editor/form-end.tsx'
import {
  type Ending,
  type ScheduleValues,
  checkSchedule,
  contentProblems,
  recurrenceOf,
} from './schedule-values.ts'
import { frequencyWords } from './schedule-words.tsx'

import classes from './recurring.module.css'

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

const shownDays = 4
const endings: readonly { readonly value: Ending; readonly label: string }[] = [
  { value: 'never', label: 'Never' },
  { value: 'day', label: 'On a date' },
  { value: 'count', label: 'After a number of invoices' },
]

interface ScheduleInputsProps {
  form: UseFormReturn<ScheduleValues>
  values: ScheduleValues
  /** The first day as it was read, which may have passed. */
  start: string | undefined
}

/** How often invoices are drafted, from when and until when. */
function ScheduleInputs({ form, values, start }: ScheduleInputsProps) {
  const { errors, isSubmitted } = form.formState
  const set = <Name extends keyof ScheduleValues>(name: Name, value: ScheduleValues[Name]) =>
    form.setValue(name as never, value as never, { shouldDirty: true, shouldValidate: isSubmitted })
  const { frequency, startsOn, ending, endsOn, count } = values
  return (
    <SectionCard title="Schedule">
      <div className={classes.inputs}>
        <Select
          label="Frequency"
          data={frequencies.map((value) => ({ value, label: frequencyWords[value] }))}
          value={frequency}
          onChange={({ currentTarget }) =>
            set('frequency', currentTarget.value as ScheduleValues['frequency'])
          }
        />
        <DateInput
          label="First invoice"
          value={startsOn}
          onDay={(day) => set('startsOn', day)}
          error={errors.startsOn?.message}
        />
        <Select
          label="Ends"
          data={[...endings]}
          value={ending}
          onChange={({ currentTarget }) => set('ending', currentTarget.value as Ending)}
        />
        {ending === 'day' && (
          <DateInput
            label="Last day"
            value={endsOn}
            onDay={(day) => set('endsOn', day)}
            error={errors.endsOn?.message}
          />
        )}
        {ending === 'count' && (
          <TextInput
            label="Number of invoices"
            inputMode="numeric"
            autoComplete="off"
            value={count}
            onChange={({ currentTarget }) => set('count', currentTarget.value)}
            error={errors.count?.message}
          />
        )}
      </div>
      <Preview values={values} start={start} />
    </SectionCard>
  )
}

function Preview({ values, start }: Pick<ScheduleInputsProps, 'values' | 'start'>) {
  const today = useToday()
  const names = new Set(['startsOn', 'endsOn', 'count'])
  const isWrong = [...checkSchedule(values, { today, start })].some(([path]) => names.has(path))
  if (isWrong) return null
  const from = values.startsOn > today ? values.startsOn : today
  const days = daysFrom(recurrenceOf(values), from, shownDays + 1)
  return (
    <Text size="sm" c="dimmed" mt="sm" role="status">
      {days.length === 0
        ? 'No invoices follow: the schedule has ended.'
        : `Next: ${days.slice(0, shownDays).map(dayText).join(' · ')}${days.length > shownDays ? ' · …' : ''}`}
      {days.length > 0 && /-(29|30|31)$/.test(values.startsOn) && values.frequency !== 'weekly' && (
        <> In shorter months, the last day.</>
      )}
    </Text>
  )
}
