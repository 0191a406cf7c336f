import { TextInput } from '@mantine/core'
import { useWatch } from 'react-hook-form'

import { draftAmounts, draftProblems, refusedPaths } from '#api/invoice-draft.ts'
import type { Plan } from '#contract/invoices/plans.ts'
import { frequencies } from '#contract/invoices/schedule-dates.ts'
import { RecordForm } from '#kit/record-form.tsx'
import { SectionCard } from '#kit/section-card.tsx'
import { Select } from '#kit/select.tsx'
import { CurrencySelect } from '#parts/currency-select.tsx'
import { type DraftAction, reduceDraft } from '#parts/lines/draft-reducer.ts'
import { LineList } from '#parts/lines/line-list.tsx'
import { termsText, usualTerms } from '#parts/payment-terms.ts'
import type { FormProps } from '#parts/records/record-kind.ts'
import { intervalWords } from '#parts/subscriptions/plan-words.tsx'

import { NotesAndTotal } from '../-editor/form-end.tsx'
import { type PlanValues, planContentProblems } from './plan-values.ts'

import classes from '#parts/subscriptions/plans.module.css'

/** The page of a plan’s form: what one unit of it costs in a period, and when that is billed. */
export function PlanForm({ editor, page }: FormProps<PlanValues, Plan>) {
  const { form, error } = editor
  const { errors, isSubmitted } = form.formState
  const { name, frequency, trial, draft } = useWatch({ control: form.control }) as PlanValues
  const set = <Name extends 'name' | 'frequency' | 'trial'>(path: Name, value: PlanValues[Name]) =>
    form.setValue(path, value as never, { shouldDirty: true, shouldValidate: isSubmitted })
  const dispatch = (action: DraftAction) =>
    form.setValue('draft', reduceDraft(form.getValues('draft'), action), { shouldDirty: true })
  const refused = refusedPaths(error, draft)
  const problems = new Map([...refused, ...(isSubmitted ? planContentProblems(draft) : draftProblems(draft))])
  const amounts = draftAmounts(draft)
  const { currency, paymentDays } = draft
  const terms = [...new Set([...usualTerms, paymentDays ?? 30])].toSorted((a, b) => a - b)
  return (
    <RecordForm
      {...page}
      subtitle={
        page.isNew
          ? 'These lines are charged per unit, once per period.'
          : 'Changes are for new subscriptions. Those that exist stay as they are.'
      }
      editor={editor}
    >
      <SectionCard title="Plan">
        <div className={classes.inputs}>
          <TextInput
            label="Name"
            autoComplete="off"
            maxLength={200}
            value={name}
            onChange={({ currentTarget }) => set('name', currentTarget.value)}
            error={errors.name?.message}
          />
          <Select
            label="Interval"
            data={frequencies.map((value) => ({ value, label: intervalWords[value] }))}
            value={frequency}
            onChange={({ currentTarget }) => set('frequency', currentTarget.value as PlanValues['frequency'])}
          />
          <TextInput
            label="Trial, days"
            inputMode="numeric"
            autoComplete="off"
            value={trial}
            onChange={({ currentTarget }) => set('trial', currentTarget.value)}
            error={errors.trial?.message}
          />
          <CurrencySelect
            value={currency}
            onCurrency={(chosen) => dispatch({ kind: 'set', values: { currency: chosen } })}
            error={problems.get('currency')}
          />
          <Select
            label="Payment terms"
            data={terms.map((days) => ({ value: String(days), label: termsText(days) }))}
            value={String(paymentDays)}
            onChange={({ currentTarget }) =>
              dispatch({ kind: 'set', values: { paymentDays: Number(currentTarget.value) } })
            }
          />
        </div>
      </SectionCard>
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
        totalTitle="Price of one unit"
        amounts={amounts}
      />
    </RecordForm>
  )
}
