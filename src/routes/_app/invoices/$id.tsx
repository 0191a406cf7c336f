import { ActionIcon, Group, Text } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, stripSearchParams, useNavigate } from '@tanstack/react-router'

import { invoices } from '#api/invoices.ts'
import { session } from '#api/session.ts'
import { BackLink } from '#kit/back-link.tsx'
import { type Neighbor, useNeighborKeys, useNeighbors } from '#kit/list/neighbors.ts'
import { PageHeader } from '#kit/page-header.tsx'
import { RecordHead } from '#kit/record-head.tsx'
import { requireId } from '#kit/require-id.ts'
import { numberText } from '#lib/locale.ts'
import { InvoiceSheet } from '#parts/sheets/invoice-sheet.tsx'

import { AmountDue } from './-amount-due.tsx'
import { CreditNoteList } from './-credit/credit-note-list.tsx'
import { InvoiceActions } from './-invoice-actions.tsx'
import { InvoiceAside } from './-invoice-aside.tsx'
import { InvoiceHintList } from './-invoice-hint-list.tsx'
import { InvoiceListSearch, listDefaults, toListQuery } from './-invoice-list-search.ts'
import { PaymentList } from './-payment-list.tsx'

import classes from '#parts/invoices/invoice-page.module.css'

export const Route = createFileRoute('/_app/invoices/$id')({
  // The list that the invoice was opened from, for the back link and the next invoice.
  validateSearch: InvoiceListSearch,
  search: { middlewares: [stripSearchParams(listDefaults)] },
  loader: async ({ context: { queryClient }, params }) => {
    const id = requireId({ params })
    const { features } = await queryClient.ensureQueryData(session.current())
    await queryClient.ensureQueryData(invoices.one(id, features))
  },
  component: InvoicePage,
})

function InvoicePage() {
  const { id } = Route.useParams()
  const list = Route.useSearch()
  const { data: current } = useSuspenseQuery(session.current())
  const { data: invoice } = useSuspenseQuery(invoices.one(Number(id), current.features))
  return (
    <div className={classes['page']}>
      <RecordHead hasLineAbove className={classes['head']}>
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
      </RecordHead>
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

/** Buttons to the invoices before and after this one in the list it was opened from; nothing if it isn't in there. */
function Neighbors({ id, list }: { id: number; list: InvoiceListSearch }) {
  const navigate = useNavigate()
  const { page, size } = list
  const pageAt = (number: number) => invoices.list(toListQuery({ ...list, page: number }))
  const { before, after, position, total } = useNeighbors(id, { page, size, pageAt })
  const open = (to: Neighbor) =>
    void navigate({ to: '/invoices/$id', params: { id: String(to.id) }, search: { ...list, page: to.page } })
  useNeighborKeys({ before, after }, open)
  if (position === undefined) return null
  return (
    <Group gap={4} wrap="nowrap" component="nav" aria-label="Invoice navigation">
      <Text size="sm" c="dimmed" me={4} style={{ fontVariantNumeric: 'tabular-nums' }}>
        {numberText(position)} of {numberText(total)}
      </Text>
      {(
        [
          ['Previous invoice', IconChevronUp, before],
          ['Next invoice', IconChevronDown, after],
        ] as const
      ).map(([label, Icon, to]) => (
        <ActionIcon
          key={label}
          variant="default"
          size="lg"
          aria-label={label}
          disabled={to === undefined}
          onClick={() => to && open(to)}
        >
          <Icon size={16} aria-hidden />
        </ActionIcon>
      ))}
    </Group>
  )
}
