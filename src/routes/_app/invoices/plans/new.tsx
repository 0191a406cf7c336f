import { createFileRoute } from '@tanstack/react-router'

import { useBlankDraft } from '#parts/lines/blank-draft.ts'
import { NewRecord } from '#parts/records/new-record.tsx'

import { planKind } from '../-plans/plan-kind.ts'
import { newPlan } from '../-plans/plan-values.ts'

export const Route = createFileRoute('/_app/invoices/plans/new')({ component: NewPlan })

function NewPlan() {
  const draft = useBlankDraft()
  return <NewRecord kind={planKind} start={draft && newPlan(draft)} />
}
