import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, notFound } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import type { FieldPath } from 'react-hook-form'

import { plans } from '#api/plans.ts'
import { draftName, session } from '#api/session.ts'
import type { Plan } from '#contract/plans.ts'
import { ButtonLink } from '#kit/link.tsx'
import { NotFound } from '#kit/not-found.tsx'
import { RecordFormPending } from '#kit/record-form-pending.tsx'
import { toast } from '#kit/toast.ts'
import { useRecordForm } from '#kit/use-record-form.ts'

import { NoInvoiceAccess } from '../-no-invoice-access.tsx'
import { PlanForm } from '../-plans/plan-form.tsx'
import { mergePlans } from '../-plans/plan-merge.ts'
import {
  type PlanValues,
  checkPlan,
  fingerprint,
  planInput,
  planPathOf,
  planValues,
} from '../-plans/plan-values.ts'

export const Route = createFileRoute('/_app/invoices/plans/$id_/edit')({
  loader: ({ params: { id } }) => {
    if (!/^[1-9]\d{0,14}$/.test(id)) throw notFound()
  },
  component: EditPlan,
})

function EditPlan() {
  const { id } = Route.useParams()
  const { data: current } = useSuspenseQuery(session.current())
  if (!current.features.includes('plans')) return <NotFound />
  if (!current.abilities.includes('invoices.manage')) return <NoInvoiceAccess />
  return <LoadedForm key={id} id={Number(id)} />
}

function LoadedForm({ id }: { id: number }) {
  // What is edited is what was read first; later versions are merged when it is saved.
  const [first, setFirst] = useState<Plan>()
  const one = useQuery({ ...plans.one(id), staleTime: 0, enabled: first === undefined })
  if (!first && one.data && !one.isFetching) setFirst(one.data)
  if (first) return <EditForm start={first} />
  return <RecordFormPending title="Edit plan" isWide record={one} />
}

const asValues = (plan: Plan) => ({ values: planValues(plan), version: `"${plan.version}"` })

function EditForm({ start }: { start: Plan }) {
  const navigate = Route.useNavigate()
  const queryClient = useQueryClient()
  const { id } = start
  const [base] = useState(() => asValues(start))
  const { data: current } = useSuspenseQuery(session.current())
  const sent = useRef(base.values)
  const editor = useRecordForm({
    draftName: draftName(`plan:${id}`, current),
    fingerprint,
    start: base,
    check: checkPlan,
    mutation: plans.update(id),
    requestOf: (values, attempt) => {
      sent.current = values
      return { input: planInput(values), ...attempt }
    },
    pathOf: (name) => planPathOf(name, sent.current) as FieldPath<PlanValues> | undefined,
    others: {
      latest: async () => asValues(await queryClient.fetchQuery({ ...plans.one(id), staleTime: 0 })),
      merge: mergePlans,
    },
    onSaved: () => {
      void navigate({ to: '/invoices/plans/$id', params: { id: String(id) }, replace: true })
      void toast.success('Plan saved')
    },
  })
  return (
    <PlanForm
      title="Edit plan"
      subtitle="Changes are for new subscriptions. Those that exist stay as they are."
      isNew={false}
      editor={editor}
      cancel={
        <ButtonLink to="/invoices/plans/$id" params={{ id: String(id) }} variant="subtle" color="gray">
          Cancel
        </ButtonLink>
      }
    />
  )
}
