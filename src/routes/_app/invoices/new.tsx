import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import * as z from 'zod/mini'

import { session } from '#api/session.ts'
import { BackLink } from '#kit/back-link.tsx'
import { NotFound } from '#kit/not-found.tsx'
import { PageHeader } from '#kit/page-header.tsx'
import { prepareToasts } from '#kit/toast.ts'
import { optionalOf } from '#lib/page-search.ts'
import { useBlankDraft } from '#parts/lines/blank-draft.ts'

import { DraftEditor } from './-editor/draft-editor.tsx'
import { SavedDraft } from './-editor/saved-draft.tsx'
import { NoInvoiceAccess } from './-no-invoice-access.tsx'

const id = optionalOf(z.int())

export const Route = createFileRoute('/_app/invoices/new')({
  // `draft` is what the new invoice was saved as, so that a reload opens it again.
  validateSearch: z.object({ customer: id, draft: id }),
  component: NewInvoice,
})

function NewInvoice() {
  const { customer, draft } = Route.useSearch()
  const { data: current } = useSuspenseQuery(session.current())
  const [opened, setOpened] = useState({ round: 0, draft, own: draft })
  // Another draft, or none again, is another invoice; the one that was saved from here stays open.
  if (draft !== opened.draft && draft !== opened.own)
    setOpened({ round: opened.round + 1, draft, own: draft })
  if (!current.features.records) return <NotFound />
  if (!current.abilities.includes('invoices.manage')) return <NoInvoiceAccess />
  if (opened.draft !== undefined) return <SavedDraft key={opened.round} id={opened.draft} />
  return (
    <BlankDraft
      key={opened.round}
      customer={customer}
      onCreated={(own) => setOpened((old) => ({ ...old, own }))}
    />
  )
}

function BlankDraft({
  customer,
  onCreated,
}: {
  customer: number | undefined
  onCreated: (id: number) => void
}) {
  const navigate = Route.useNavigate()
  const blank = useBlankDraft(customer)
  if (!blank) return <PageHeader title="New invoice" back={<BackLink to="/invoices">Invoices</BackLink>} />
  return (
    <DraftEditor
      start={undefined}
      blank={blank}
      onCreated={(own) => {
        onCreated(own)
        void navigate({ search: { draft: own }, replace: true })
        prepareToasts()
      }}
      onDeleted={() => void navigate({ to: '/invoices' })}
    />
  )
}
