import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import * as z from 'zod/mini'

import { draftFormOf } from '#api/invoice-draft.ts'
import { invoices } from '#api/invoices.ts'
import { useToday } from '#kit/today.ts'
import { optionalOf } from '#lib/page-search.ts'
import { useBlankDraft } from '#parts/lines/blank-draft.ts'
import { NewRecord } from '#parts/records/new-record.tsx'
import { invoiceWay } from '#parts/records/ways.ts'

import { scheduleKind } from '../-recurring/schedule-kind.tsx'
import { newValues, nextStart } from '../-recurring/schedule-values.ts'

const id = optionalOf(z.int())

export const Route = createFileRoute('/_app/invoices/recurring/new')({
  // `from` is the invoice that is to recur.
  validateSearch: z.object({ from: id, customer: id }),
  component: NewSchedule,
})

function NewSchedule() {
  const { from, customer } = Route.useSearch()
  return from === undefined ? <Blank customer={customer} /> : <FromInvoice id={from} />
}

function FromInvoice({ id: from }: { id: number }) {
  const today = useToday()
  const source = useQuery({ ...invoices.toEdit(from), staleTime: Infinity })
  return (
    <NewRecord
      kind={scheduleKind(today)}
      start={source.data && newValues(draftFormOf(source.data), nextStart(source.data, today))}
      source={source}
      from={from}
      back={invoiceWay(from)}
    />
  )
}

function Blank({ customer }: { customer: number | undefined }) {
  const today = useToday()
  const draft = useBlankDraft(customer)
  return <NewRecord kind={scheduleKind(today)} start={draft && newValues(draft, today)} from="" />
}
