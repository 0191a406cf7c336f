import { ActionIcon, Group, Skeleton, Stack } from '@mantine/core'
import { IconArrowsDiagonal } from '@tabler/icons-react'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'

import { invoices } from '#api/invoices.ts'
import { session } from '#api/session.ts'
import type { Invoice } from '#contract/invoices/invoices.ts'
import { type Neighbor, useNeighbors } from '#kit/list/neighbors.ts'
import { RowDrawer } from '#kit/list/row-drawer.tsx'
import { usePreviousDefined } from '#kit/previous-defined.ts'
import { InvoiceSheet } from '#parts/sheets/invoice-sheet.tsx'

import { AmountDue } from './-amount-due.tsx'
import { InvoiceActions } from './-invoice-actions.tsx'
import { InvoiceHintList } from './-invoice-hint-list.tsx'
import { type InvoiceListSearch, toListQuery } from './-invoice-list-search.ts'
import { PaymentList } from './-payment-list.tsx'

import classes from './-invoice-drawer.module.css'

interface Props {
  /** The list; the invoice's page brings people back to it. */
  search: InvoiceListSearch
  /** The page of the list; its row is shown until the invoice itself has arrived. */
  rows: readonly Invoice[] | undefined
  /** Undefined closes it. `page` is the page of the list that has the invoice, if it is another one. */
  onOpen: (id: number | undefined, page?: number) => void
}

/** An invoice beside the list, which stays usable: j and k walk through its rows, over the ends of its pages. */
export function InvoiceDrawer({ search, rows, onOpen }: Props) {
  const { open: id } = search
  const { data: current } = useSuspenseQuery(session.current())
  const shown = usePreviousDefined(id)
  const record = useQuery({
    ...invoices.one(shown ?? 0, current.features),
    enabled: shown !== undefined,
    placeholderData: () => rows?.find((row) => row.id === shown),
  })
  const { page, size } = search
  const { before, after } = useNeighbors(id ?? 0, {
    page,
    size,
    pageAt: (number) => invoices.list(toListQuery({ ...search, page: number })),
  })
  const opening = (to: Neighbor | undefined) => to && (() => onOpen(to.id, to.page))
  return (
    <RowDrawer
      opened={id !== undefined}
      title={record.data ? `Invoice ${record.data.invoice_number}` : 'Invoice'}
      one="invoice"
      size={680}
      record={record}
      skeleton={<Skeleton height={480} aria-hidden />}
      tools={
        shown !== undefined && (
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label="Open page"
            renderRoot={(props) => (
              <Link
                {...props}
                to="/invoices/$id"
                params={{ id: String(shown) }}
                search={{ ...search, open: undefined }}
              />
            )}
          >
            <IconArrowsDiagonal size={16} aria-hidden />
          </ActionIcon>
        )
      }
      walk={{ before: opening(before), after: opening(after) }}
      onClose={() => onOpen(undefined)}
    >
      {(invoice) => (
        <Stack gap="md">
          <div className={classes['screen'] ?? ''}>
            <AmountDue invoice={invoice} />
          </div>
          <Group gap="xs" className={classes['screen'] ?? ''}>
            <InvoiceActions invoice={invoice} session={current} isShown={id !== undefined} />
          </Group>
          {/* A row of the list doesn’t know its discounts. */}
          {!record.isPlaceholderData && <InvoiceHintList invoice={invoice} />}
          <InvoiceSheet invoice={invoice} />
          <div className={classes['screen'] ?? ''}>
            <PaymentList invoice={invoice} />
          </div>
        </Stack>
      )}
    </RowDrawer>
  )
}
