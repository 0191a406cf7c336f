import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, notFound } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import type { FieldPath } from 'react-hook-form'

import { schedules } from '#api/schedules.ts'
import { draftName, session } from '#api/session.ts'
import type { Schedule } from '#contract/invoice-schedules.ts'
import { ButtonLink } from '#kit/link.tsx'
import { NotFound } from '#kit/not-found.tsx'
import { RecordFormPending } from '#kit/record-form-pending.tsx'
import { toast } from '#kit/toast.ts'
import { useToday } from '#kit/today.ts'
import { useRecordForm } from '#kit/use-record-form.ts'

import { NoInvoiceAccess } from '../-no-invoice-access.tsx'
import { ScheduleForm } from '../-recurring/schedule-form.tsx'
import { mergeSchedules } from '../-recurring/schedule-merge.ts'
import {
  type ScheduleValues,
  checkSchedule,
  fingerprint,
  inputOf,
  schedulePathOf,
  valuesOf,
} from '../-recurring/schedule-values.ts'

export const Route = createFileRoute('/_app/invoices/recurring/$id_/edit')({
  loader: ({ params: { id } }) => {
    if (!/^[1-9]\d{0,14}$/.test(id)) throw notFound()
  },
  component: EditSchedule,
})

function EditSchedule() {
  const { id } = Route.useParams()
  const { data: current } = useSuspenseQuery(session.current())
  if (!current.features.includes('invoices.recurring')) return <NotFound />
  if (!current.abilities.includes('invoices.manage')) return <NoInvoiceAccess />
  return <LoadedForm key={id} id={Number(id)} />
}

function LoadedForm({ id }: { id: number }) {
  // What is edited is what was read first; later versions are merged when it is saved.
  const [first, setFirst] = useState<Schedule>()
  const one = useQuery({ ...schedules.one(id), staleTime: 0, enabled: first === undefined })
  if (!first && one.data && !one.isFetching) setFirst(one.data)
  if (first) return <EditForm start={first} />
  return <RecordFormPending title="Edit recurring invoice" isWide record={one} />
}

const asValues = (schedule: Schedule) => ({ values: valuesOf(schedule), version: `"${schedule.version}"` })

function EditForm({ start }: { start: Schedule }) {
  const navigate = Route.useNavigate()
  const queryClient = useQueryClient()
  const today = useToday()
  const { id } = start
  const [base] = useState(() => asValues(start))
  const { data: current } = useSuspenseQuery(session.current())
  const sent = useRef(base.values)
  const editor = useRecordForm({
    draftName: draftName(`schedule:${id}`, current),
    fingerprint,
    start: base,
    check: (values: ScheduleValues) => checkSchedule(values, { today, start: start.starts_on }),
    mutation: schedules.update(id),
    requestOf: (values, attempt) => {
      sent.current = values
      return { input: inputOf(values), ...attempt }
    },
    pathOf: (name) => schedulePathOf(name, sent.current) as FieldPath<ScheduleValues> | undefined,
    others: {
      latest: async () => asValues(await queryClient.fetchQuery({ ...schedules.one(id), staleTime: 0 })),
      merge: mergeSchedules,
    },
    onSaved: () => {
      void navigate({ to: '/invoices/recurring/$id', params: { id: String(id) }, replace: true })
      void toast.success('Recurring invoice saved')
    },
  })
  return (
    <ScheduleForm
      title="Edit recurring invoice"
      subtitle="Invoices that were drafted before stay as they are."
      isNew={false}
      editor={editor}
      start={start.starts_on}
      cancel={
        <ButtonLink to="/invoices/recurring/$id" params={{ id: String(id) }} variant="subtle" color="gray">
          Cancel
        </ButtonLink>
      }
    />
  )
}
