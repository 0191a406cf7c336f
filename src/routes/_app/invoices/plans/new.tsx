import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useRef } from 'react'
import type { FieldPath } from 'react-hook-form'

import { company, usualDefaults } from '#api/company.ts'
import { emptyDraft } from '#api/invoice-draft.ts'
import { plans } from '#api/plans.ts'
import { draftName, session } from '#api/session.ts'
import { ButtonLink } from '#kit/link.tsx'
import { NotFound } from '#kit/not-found.tsx'
import { PageHeader } from '#kit/page-header.tsx'
import { toast } from '#kit/toast.ts'
import { useRecordForm } from '#kit/use-record-form.ts'

import { NoInvoiceAccess } from '../-no-invoice-access.tsx'
import { PlanForm } from '../-plans/plan-form.tsx'
import {
  type PlanValues,
  checkPlan,
  fingerprint,
  newPlan,
  planInput,
  planPathOf,
} from '../-plans/plan-values.ts'

export const Route = createFileRoute('/_app/invoices/plans/new')({ component: NewPlan })

function NewPlan() {
  const { data: current } = useSuspenseQuery(session.current())
  const defaults = useQuery({ ...company.defaults(current.features), staleTime: Infinity })
  if (!current.features.includes('plans')) return <NotFound />
  if (!current.abilities.includes('invoices.manage')) return <NoInvoiceAccess />
  if (defaults.isPending) return <PageHeader title="New plan" />
  return <NewForm start={newPlan(emptyDraft(defaults.data ?? usualDefaults))} />
}

function NewForm({ start }: { start: PlanValues }) {
  const navigate = Route.useNavigate()
  const { data: current } = useSuspenseQuery(session.current())
  const sent = useRef(start)
  const editor = useRecordForm({
    draftName: draftName('plan:new', current),
    fingerprint,
    start: { values: start, version: '' },
    check: checkPlan,
    mutation: plans.create(),
    requestOf: (values, attempt) => {
      sent.current = values
      return { input: planInput(values), ...attempt }
    },
    pathOf: (name) => planPathOf(name, sent.current) as FieldPath<PlanValues> | undefined,
    onSaved: ({ id }) => {
      void navigate({ to: '/invoices/plans/$id', params: { id: String(id) }, replace: true })
      void toast.success('Plan created')
    },
  })
  return (
    <PlanForm
      title="New plan"
      subtitle="The lines are what one unit costs in each period."
      isNew
      editor={editor}
      cancel={
        <ButtonLink to="/invoices/plans" variant="subtle" color="gray">
          Cancel
        </ButtonLink>
      }
    />
  )
}
