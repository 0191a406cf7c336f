import { asLines, type DraftForm, draftBody, draftFormOf, nestedPathOf } from '#api/invoice-draft.ts'
import { type Plan, type PlanInput, longestTrial } from '#contract/invoices/plans.ts'
import type { Frequency } from '#contract/invoices/schedule-dates.ts'

import { contentProblems } from '../-recurring/schedule-values.ts'

/** A plan as its form holds it. */
export interface PlanValues {
  readonly name: string
  readonly frequency: Frequency
  readonly trial: string
  /** The billed content, without a customer. */
  readonly draft: DraftForm
}

/** Returns the form of a new plan with that content. */
export const newPlan = (draft: DraftForm): PlanValues => ({
  name: '',
  frequency: 'monthly',
  trial: '0',
  draft: { ...draft, paymentDays: draft.paymentDays ?? 30, due: '' },
})

/** Returns the plan as its form holds it. */
export const planValues = ({ name, frequency, trial_days, ...plan }: Plan): PlanValues => ({
  name,
  frequency,
  trial: String(trial_days),
  draft: {
    ...draftFormOf({
      ...plan,
      customer_id: 0,
      customer_name: '',
      customer_email: '',
      due_date: '',
      line_items: asLines(plan.line_items),
    }),
    customer: null,
  },
})

/** Returns what is wrong with what is billed. */
export const planContentProblems = (draft: DraftForm) => {
  const problems = new Map(contentProblems(draft))
  problems.delete('customer')
  return problems
}

/** Lists what is wrong, as the path of an input and a message. */
export function* checkPlan({ name, trial, draft }: PlanValues): Iterable<readonly [string, string]> {
  if (name.trim() === '') yield ['name', 'Enter a name']
  if (!/^\d{1,3}$/.test(trial.trim()) || Number(trial) > longestTrial)
    yield ['trial', `Enter a number of days from 0 to ${longestTrial}`]
  for (const [path, message] of planContentProblems(draft)) yield [`draft.${path}`, message]
}

/** Returns the request. Call it only without problems. */
export function planInput({ name, frequency, trial, draft }: PlanValues): PlanInput {
  const { customer_id: _customer, due_date: _due, payment_days, ...content } = draftBody(draft)
  return {
    ...content,
    name: name.trim(),
    frequency,
    trial_days: Number(trial),
    payment_days: payment_days ?? 0,
  }
}

const paths: Readonly<Record<string, 'name' | 'trial' | 'frequency'>> = {
  name: 'name',
  trial_days: 'trial',
  frequency: 'frequency',
}

/** Returns the input that a name of the request belongs to. */
export function planPathOf(name: string, { draft }: PlanValues): string | undefined {
  const path = paths[name]
  if (path) return path
  return nestedPathOf(name, draft)
}
