import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import type { FieldPath } from 'react-hook-form'
import * as z from 'zod/mini'

import { plans, subscriptions } from '#api/plans.ts'
import { draftName, session } from '#api/session.ts'
import { NotFound } from '#kit/not-found.tsx'
import { PageHeader } from '#kit/page-header.tsx'
import { toast } from '#kit/toast.ts'
import { useToday } from '#kit/today.ts'
import { useRecordForm } from '#kit/use-record-form.ts'
import { optionalOf } from '#lib/page-search.ts'
import { useDraftCustomer } from '#parts/lines/blank-draft.ts'
import { customerWay } from '#parts/records/ways.ts'

import { NoInvoiceAccess } from '../-no-invoice-access.tsx'
import { SubscriptionForm } from '../-plans/subscription-form.tsx'
import {
  type SubscriptionValues,
  checkSubscription,
  newSubscription,
  subscriptionInput,
  subscriptionPathOf,
} from '../-plans/subscription-values.ts'

const id = optionalOf(z.int())

export const Route = createFileRoute('/_app/invoices/subscriptions/new')({
  validateSearch: z.object({ plan: id, customer: id }),
  component: NewSubscription,
})

function NewSubscription() {
  const { plan, customer } = Route.useSearch()
  const { data: current } = useSuspenseQuery(session.current())
  const today = useToday()
  const recipient = useDraftCustomer(customer)
  if (!current.features.records) return <NotFound />
  if (!current.abilities.includes('invoices.manage')) return <NoInvoiceAccess />
  if (recipient === undefined) return <PageHeader title="New subscription" />
  return <NewForm start={newSubscription(recipient, plan, today)} />
}

function NewForm({ start }: { start: SubscriptionValues }) {
  const { plan, customer } = Route.useSearch()
  const navigate = Route.useNavigate()
  const today = useToday()
  const { data: current } = useSuspenseQuery(session.current())
  const [chosen, setChosen] = useState(start.plan)
  const { data } = useQuery({ ...plans.one(Number(chosen)), enabled: chosen !== '' })
  const editor = useRecordForm({
    draftName: draftName(`subscription:new:${plan ?? ''}:${customer ?? ''}`, current),
    start: { values: start, version: '' },
    check: (values: SubscriptionValues) => checkSubscription(values, { today, plan: data }),
    mutation: subscriptions.create(),
    requestOf: (values, attempt) => ({ input: subscriptionInput(values), ...attempt }),
    pathOf: (name) => subscriptionPathOf(name) as FieldPath<SubscriptionValues> | undefined,
    onSaved: (saved) => {
      void navigate({
        to: '/invoices/subscriptions/$id',
        params: { id: String(saved.id) },
        replace: true,
      })
      void toast.success('Subscription created')
    },
  })
  const watched = editor.form.watch('plan')
  if (watched !== chosen) setChosen(watched)
  return (
    <SubscriptionForm
      editor={editor}
      plan={chosen === '' ? undefined : data}
      back={
        customer !== undefined
          ? customerWay(customer)
          : plan !== undefined
            ? { label: 'Plan', address: { to: '/invoices/plans/$id', params: { id: String(plan) } } }
            : { label: 'Plans', address: { to: '/invoices/plans' } }
      }
    />
  )
}
