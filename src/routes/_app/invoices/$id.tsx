import { Group } from '@mantine/core'
import { IconFileInvoice } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, notFound, stripSearchParams } from '@tanstack/react-router'

import { invoices } from '#api/invoices.ts'
import { session } from '#api/session.ts'
import { EmptyState } from '#kit/empty-state.tsx'
import { BackLink, ButtonLink } from '#kit/link.tsx'
import { PageHeader } from '#kit/page-header.tsx'
import type { Failure } from '#kit/problem.tsx'
import { ScreenProblem } from '#routes/-screen-problem.tsx'

import { AmountDue } from './-amount-due.tsx'
import { CreditNoteList } from './-credit/credit-note-list.tsx'
import { InvoiceActions } from './-invoice-actions.tsx'
import { InvoiceAside } from './-invoice-aside.tsx'
import { InvoiceHintList } from './-invoice-hint-list.tsx'
import { InvoiceListSearch, listDefaults } from './-invoice-list-search.ts'
import { useInvoicePageActions } from './-invoice-page-actions.ts'
import { InvoiceSheet } from './-invoice-sheet.tsx'
import { Neighbors } from './-neighbors.tsx'
import { PaymentList } from './-payment-list.tsx'

import classes from './-invoice-page.module.css'

export const Route = createFileRoute('/_app/invoices/$id')({
  // The list that the invoice was opened from, for the back link and the next invoice.
  validateSearch: InvoiceListSearch,
  search: { middlewares: [stripSearchParams(listDefaults)] },
  loader: async ({ context: { queryClient }, params: { id } }) => {
    if (!/^[1-9]\d{0,14}$/.test(id)) throw notFound()
    const { features } = await queryClient.ensureQueryData(session.current())
    await queryClient.ensureQueryData(invoices.one(Number(id), features))
  },
  component: InvoicePage,
  errorComponent: ({ error }) => <InvoiceProblem error={error as Error & Failure} />,
})

function InvoicePage() {
  const { id } = Route.useParams()
  const list = Route.useSearch()
  const { data: current } = useSuspenseQuery(session.current())
  const { data: invoice } = useSuspenseQuery(invoices.one(Number(id), current.features))
  useInvoicePageActions(invoice)
  return (
    <div className={classes['page']}>
      <div className={classes['head']}>
        <Group justify="space-between" mb="xs" mih={36}>
          <BackLink to="/invoices" search={list}>
            Invoices
          </BackLink>
          <Neighbors id={invoice.id} list={list} />
        </Group>
        <PageHeader
          title={`Invoice ${invoice.invoice_number}`}
          subtitle={<AmountDue invoice={invoice} />}
          actions={<InvoiceActions invoice={invoice} session={current} />}
        />
      </div>
      <div className={classes['columns']}>
        <div className={classes['desk']}>
          <InvoiceHintList invoice={invoice} />
          <InvoiceSheet invoice={invoice} />
        </div>
        <div className={classes['side']}>
          <PaymentList invoice={invoice} />
          <CreditNoteList invoice={invoice} />
          <InvoiceAside invoice={invoice} />
        </div>
      </div>
    </div>
  )
}

function InvoiceProblem({ error }: { error: Failure }) {
  if (error.kind !== 'absent') return <ScreenProblem error={error} />
  return (
    <EmptyState
      icon={IconFileInvoice}
      title="Invoice not found"
      isPage
      role="alert"
      action={<ButtonLink to="/invoices">Back to invoices</ButtonLink>}
    >
      It may have been deleted, or it belongs to another account.
    </EmptyState>
  )
}
