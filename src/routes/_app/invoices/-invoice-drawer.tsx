import { ActionIcon, Group, Skeleton, Stack } from '@mantine/core'
import { IconArrowsDiagonal } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'

import { invoices } from '#api/invoices.ts'
import { session } from '#api/session.ts'
import type { Invoice } from '#contract/invoices/invoices.ts'
import { type Neighbor, useNeighbors } from '#kit/list/neighbors.ts'
import { type OpenRowProps, useOpenRow } from '#kit/list/open-row.ts'
import { RowDrawer } from '#kit/list/row-drawer.tsx'
import { InvoiceSheet } from '#parts/sheets/invoice-sheet.tsx'

import { AmountDue } from './-amount-due.tsx'
import { InvoiceActions } from './-invoice-actions.tsx'
import { InvoiceHintList } from './-invoice-hint-list.tsx'
import { type InvoiceListSearch, toListQuery } from './-invoice-list-search.ts'
import { PaymentList } from './-payment-list.tsx'

import classes from './-invoice-drawer.module.css'

interface Props extends Pick<OpenRowProps<Invoice>, 'rows'> {
  /** The list; the invoice's page brings people back to it. */
  search: InvoiceListSearch
  /** Undefined closes it. `page` is the page of the list that has the invoice, if it is another one. */
  onOpen: (id: number | undefined, page?: number) => void
}

/** An invoice beside the list, which stays usable: j and k walk through its rows, over the ends of its pages. */
export function InvoiceDrawer({ search, rows, onOpen }: Props) {
  const { open: id } = search
  const { data: current } = useSuspenseQuery(session.current())
  const open = useOpenRow({ id, rows, one: (shown) => invoices.one(shown, current.features), onOpen })
  const { page, size } = search
  const { before, after } = useNeighbors(id ?? 0, {
    page,
    size,
    pageAt: (number) => invoices.list(toListQuery({ ...search, page: number })),
  })
  const opening = (to: Neighbor | undefined) => to && (() => onOpen(to.id, to.page))
  return (
    <RowDrawer
      {...open}
      titleOf={({ invoice_number }) => `Invoice ${invoice_number}`}
      one="invoice"
      size={680}
      skeleton={<Skeleton height={480} aria-hidden />}
      tools={
        open.shown !== undefined && (
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label="Open page"
            renderRoot={(props) => (
              <Link
                {...props}
                to="/invoices/$id"
                params={{ id: String(open.shown) }}
                search={{ ...search, open: undefined }}
              />
            )}
          >
            <IconArrowsDiagonal size={16} aria-hidden />
          </ActionIcon>
        )
      }
      walk={{ before: opening(before), after: opening(after) }}
    >
      {(invoice) => (
        <Stack gap="md">
          <div className={classes['screen'] ?? ''}>
            <AmountDue invoice={invoice} />
          </div>
          <Group gap="xs" className={classes['screen'] ?? ''}>
            <InvoiceActions invoice={invoice} session={current} isShown={open.opened} />
          </Group>
          {/* A row of the list doesn’t know its discounts. */}
          {open.isRead && <InvoiceHintList invoice={invoice} />}
          <InvoiceSheet invoice={invoice} />
          <div className={classes['screen'] ?? ''}>
            <PaymentList invoice={invoice} />
          </div>
        </Stack>
      )}
    </RowDrawer>
  )
}
