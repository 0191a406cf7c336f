import { IconReceiptRefund } from '@tabler/icons-react'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'

import { invoices } from '#api/invoices.ts'
import { session } from '#api/session.ts'
import type { InvoiceDetails } from '#contract/invoices/invoices.ts'
import { allows } from '#contract/invoices/states.ts'
import { EmptyState } from '#kit/empty-state.tsx'
import { ButtonLink } from '#kit/link.tsx'
import { NotFound } from '#kit/not-found.tsx'
import { PageHeader } from '#kit/page-header.tsx'
import { Problem } from '#kit/problem.tsx'
import { requireId } from '#kit/require-id.ts'

import { CreditForm } from './-credit/credit-form.tsx'
import { NoInvoiceAccess } from './-no-invoice-access.tsx'

export const Route = createFileRoute('/_app/invoices/$id_/credit')({
  loader: requireId,
  component: CreditInvoice,
})

function CreditInvoice() {
  const { id } = Route.useParams()
  const { data: current } = useSuspenseQuery(session.current())
  if (!current.features.records) return <NotFound />
  if (!current.abilities.includes('invoices.manage')) return <NoInvoiceAccess />
  return <LoadedForm key={id} id={Number(id)} />
}

function LoadedForm({ id }: { id: number }) {
  const [first, setFirst] = useState<InvoiceDetails>()
  const one = useQuery({ ...invoices.toEdit(id), staleTime: first ? Infinity : 0 })
  if (!first && one.data && !one.isFetching) setFirst(one.data)
  if (first && !allows(first.status, 'credit'))
    return (
      <EmptyState
        icon={IconReceiptRefund}
        title="This invoice can’t be credited"
        isPage
        action={
          <ButtonLink to="/invoices/$id" params={{ id: String(id) }}>
            Open the invoice
          </ButtonLink>
        }
      >
        Credit notes are for sent, overdue and paid invoices with something left to credit.
      </EmptyState>
    )
  if (first) return <CreditForm start={first} invoice={one.data ?? first} />
  return (
    <>
      <PageHeader title="Create credit note" />
      {one.error && <Problem error={one.error} retry={() => void one.refetch()} />}
    </>
  )
}
