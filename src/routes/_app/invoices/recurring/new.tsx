import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useRef } from 'react'
import type { FieldPath } from 'react-hook-form'
import * as z from 'zod/mini'

import { company, usualDefaults } from '#api/company.ts'
import { customers } from '#api/customers.ts'
import { draftFormOf, emptyDraft } from '#api/invoice-draft.ts'
import { invoices } from '#api/invoices.ts'
import { schedules } from '#api/schedules.ts'
import { draftName, session } from '#api/session.ts'
import { ButtonLink } from '#kit/link.tsx'
import { NotFound } from '#kit/not-found.tsx'
import { PageHeader } from '#kit/page-header.tsx'
import { Problem } from '#kit/problem.tsx'
import { toast } from '#kit/toast.ts'
import { useToday } from '#kit/today.ts'
import { useRecordForm } from '#kit/use-record-form.ts'

import { NoInvoiceAccess } from '../-no-invoice-access.tsx'
import { ScheduleForm } from '../-recurring/schedule-form.tsx'
import {
  type ScheduleValues,
  checkSchedule,
  fingerprint,
  inputOf,
  newValues,
  nextStart,
  schedulePathOf,
} from '../-recurring/schedule-values.ts'

const id = z.optional(z.catch(z.optional(z.int()), undefined))

export const Route = createFileRoute('/_app/invoices/recurring/new')({
  // `from` is the invoice that is to recur.
  validateSearch: z.object({ from: id, customer: id }),
  component: NewSchedule,
})

function NewSchedule() {
  const { from, customer } = Route.useSearch()
  const { data: current } = useSuspenseQuery(session.current())
  const today = useToday()
  const source = useQuery({ ...invoices.toEdit(from ?? 0), enabled: from !== undefined, staleTime: Infinity })
  const defaults = useQuery({
    ...company.defaults(current.features),
    staleTime: Infinity,
    enabled: from === undefined,
  })
  const chosen = useQuery({ ...customers.one(customer ?? 0), enabled: customer !== undefined })
  if (!current.features.includes('invoices.recurring')) return <NotFound />
  if (!current.abilities.includes('invoices.manage')) return <NoInvoiceAccess />
  if (from !== undefined && source.data)
    return <NewForm start={newValues(draftFormOf(source.data), nextStart(source.data, today))} from={from} />
  const isReady = from === undefined && !defaults.isPending && (customer === undefined || !chosen.isPending)
  if (!isReady)
    return (
      <>
        <PageHeader title="New recurring invoice" />
        {source.error && <Problem error={source.error} retry={() => void source.refetch()} />}
      </>
    )
  const found = chosen.data
  const draft = {
    ...emptyDraft(defaults.data ?? usualDefaults),
    customer: found
      ? { id: found.id, name: `${found.name} ${found.last_name}`.trim(), email: found.email }
      : null,
  }
  return <NewForm start={newValues(draft, today)} from={undefined} />
}

function NewForm({ start, from }: { start: ScheduleValues; from: number | undefined }) {
  const navigate = Route.useNavigate()
  const today = useToday()
  const { data: current } = useSuspenseQuery(session.current())
  const sent = useRef(start)
  const editor = useRecordForm({
    draftName: draftName(`schedule:new:${from ?? ''}`, current),
    fingerprint,
    start: { values: start, version: '' },
    check: (values: ScheduleValues) => checkSchedule(values, { today }),
    mutation: schedules.create(),
    requestOf: (values, attempt) => {
      sent.current = values
      return { input: inputOf(values), ...attempt }
    },
    pathOf: (name) => schedulePathOf(name, sent.current) as FieldPath<ScheduleValues> | undefined,
    onSaved: (schedule) => {
      void navigate({ to: '/invoices/recurring/$id', params: { id: String(schedule.id) }, replace: true })
      void toast.success('Recurring invoice created')
    },
  })
  return (
    <ScheduleForm
      title="New recurring invoice"
      subtitle="Each invoice is drafted on its day. You check it and send it."
      isNew
      editor={editor}
      cancel={
        from === undefined ? (
          <ButtonLink to="/invoices/recurring" variant="subtle" color="gray">
            Cancel
          </ButtonLink>
        ) : (
          <ButtonLink to="/invoices/$id" params={{ id: String(from) }} variant="subtle" color="gray">
            Cancel
          </ButtonLink>
        )
      }
    />
  )
}
