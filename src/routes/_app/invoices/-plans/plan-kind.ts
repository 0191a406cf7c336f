import { plans } from '#api/plans.ts'
import type { Plan, PlanInput } from '#contract/invoices/plans.ts'
import { inputsOf } from '#lib/merge.ts'
import { mergeWithDraft } from '#parts/lines/draft-merge.ts'
import { fingerprint } from '#parts/lines/fingerprint.ts'
import { type RecordKind, versioned } from '#parts/records/record-kind.ts'
import { intervalWords } from '#parts/subscriptions/plan-words.tsx'

import { PlanForm } from './plan-form.tsx'
import { type PlanValues, checkPlan, planInput, planPathOf, planValues } from './plan-values.ts'

const input = inputsOf<PlanValues>()

const inputs = [
  input('name', 'Name'),
  input('frequency', 'Interval', (value) => intervalWords[value]),
  input('trial', 'Trial'),
]

/** Plans, as they are created and changed. */
export const planKind: RecordKind<PlanValues, Plan, PlanInput> = {
  noun: 'plan',
  plural: 'plans',
  isWide: true,
  draft: 'plan',
  ability: 'invoices.manage',
  queries: plans,
  valuesOf: versioned(planValues),
  check: checkPlan,
  inputOf: planInput,
  pathOf: planPathOf,
  merge: (versions) => mergeWithDraft(versions, inputs),
  fingerprint,
  form: PlanForm,
  list: { to: '/invoices/plans' },
  page: (id) => ({ to: '/invoices/plans/$id', params: { id: String(id) } }),
}
