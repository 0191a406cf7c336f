import { Button } from '@mantine/core'
import { IconBook2, IconFileInvoice, IconPlus } from '@tabler/icons-react'
import { type UseQueryResult, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { Suspense, useState } from 'react'

import { csvExports } from '#api/exports.ts'
import { invoices } from '#api/invoices.ts'
import { session } from '#api/session.ts'
import type { Invoice, InvoiceTotals } from '#contract/invoices/invoices.ts'
import { EmptyState } from '#kit/empty-state.tsx'
import { lazyWithRetry } from '#kit/lazy-with-retry.ts'
import { ButtonLink } from '#kit/link.tsx'
import { useColumnChoice } from '#kit/list/columns.tsx'
import { ListExport } from '#kit/list/export.tsx'
import { useFilters } from '#kit/list/filters/filters.tsx'
import { ListPage } from '#kit/list/list-page.tsx'
import { useSelection } from '#kit/list/selection.ts'
import { useListScreen } from '#kit/list/use-list-screen.ts'
import { NeedsPermission } from '#kit/needs-permission.tsx'
import { useCustomerName } from '#parts/customers/customer-select.tsx'
import { mayWriteInvoices } from '#parts/invoices/invoice-permission.ts'
import { statusWord } from '#parts/invoices/invoice-status.tsx'
import { pageTotals } from '#parts/invoices/page-totals.ts'
import { useAmountsDue } from '#parts/invoices/use-amounts-due.ts'
import { entrySorts } from '#parts/lists/other-sorts.ts'
import { SavedViews } from '#parts/views/saved-views.tsx'

import { invoiceColumns } from './-invoice-columns.tsx'
import { InvoiceDrawer } from './-invoice-drawer.tsx'
import { invoiceFilters } from './-invoice-filters.tsx'
import { InvoiceListSearch, listDefaults, toListFilter, toListQuery } from './-invoice-list-search.ts'
import { invoiceRowOptions } from './-invoice-row-options.tsx'
import { InvoiceSelection, kept } from './-invoice-selection.tsx'
import { StatusTabs } from './-status-tabs.tsx'
import { TotalsTable } from './-totals-table.tsx'

import classes from './-invoice-list.module.css'

export const Route = createFileRoute('/_app/invoices/')({
  validateSearch: InvoiceListSearch,
  search: { middlewares: [stripSearchParams(listDefaults)] },
  loaderDeps: ({ search }) => toListQuery(search),
  // Not awaited: the screen shows its own skeleton, and the previous rows while the next page loads.
  loader: ({ context: { queryClient }, deps }) => void queryClient.prefetchQuery(invoices.list(deps)),
  component: InvoiceList,
})

function InvoiceList() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const queryClient = useQueryClient()
  const { data: current } = useSuspenseQuery(session.current())
  const query = toListQuery(search)
  const list = useQuery(invoices.list(query))
  const totals = useQuery(invoices.totals(toListFilter(search), current.features))
  const columns = useColumnChoice('invoices', invoiceColumns)
  const customerName = useCustomerName(search.customer)
  const screen = useListScreen<Invoice, InvoiceListSearch>({
    list,
    query,
    sort: query.sort,
    setSearch: (update, replace) => void navigate({ search: update, replace }),
  })
  const { total, change } = screen
  const rows = useAmountsDue(screen.rows)
  const selected = useSelection({ filter: JSON.stringify(toListFilter(search)), rows, keep: kept })
  const canSelect = current.features.records
  const file = csvExports.invoices(queryClient, current.features, query)
  // The tabs stay where they are: they say how many each status has under the filters.
  const narrowing = useFilters({
    filters: invoiceFilters({ features: current.features, customerName }),
    search,
    refused: list.error?.fields,
    change,
  })
  const isNarrowed = narrowing.isNarrowed || search.status !== ''
  return (
    <ListPage
      title="Invoices"
      one="invoice"
      tools={
        <>
          <SavedViews list="/invoices" columns={columns} />
          <ListExport name="invoices" one="invoice" file={file} total={total} disabled={total === 0} />
          {current.features.records && <BookkeepingButton />}
        </>
      }
      actions={
        current.features.records && (
          <NewInvoiceButton canManage={current.abilities.includes('invoices.manage')} />
        )
      }
      list={list}
      screen={screen}
      rows={rows}
      columns={columns}
      otherSorts={entrySorts}
      row={invoiceRowOptions}
      openId={search.open}
      selection={canSelect ? { selected: selected.selected, onSelect: selected.select } : undefined}
      controls={{ narrowing, searches: 'Number, customer, email' }}
      isNarrowed={isNarrowed}
      onClear={() => change({ ...narrowing.cleared, status: '' })}
      nothing={<NoInvoices status={search.status} mayWrite={mayWriteInvoices(current)} />}
      renderTabs={(rows) => (
        <StatusTabs
          status={search.status}
          totals={totals.data}
          offersOutstanding={current.features.records}
          onStatus={(status) => change({ status, sort: undefined })}
        >
          {rows}
        </StatusTabs>
      )}
      below={
        <>
          <div className={classes['bar']}>
            <InvoiceSelection
              selected={selected}
              query={query}
              isNarrowed={isNarrowed}
              total={screen.isTotalStale ? 0 : total}
              session={current}
            />
          </div>
          {rows && <Totals rows={rows} totals={totals} status={search.status} />}
        </>
      }
    >
      <InvoiceDrawer
        search={search}
        rows={rows}
        onOpen={(open, page = search.page) => change({ open, page }, true)}
      />
    </ListPage>
  )
}

interface TotalsProps {
  rows: readonly Invoice[]
  /** Of all pages; null where the service doesn't say. */
  totals: UseQueryResult<InvoiceTotals | null>
  status: InvoiceListSearch['status']
}

function Totals({ rows, totals: { data, error }, status }: TotalsProps) {
  return (
    <TotalsTable
      label={data === null ? 'On this page' : 'All results'}
      note={data && status === '' ? 'Without drafts and void invoices' : undefined}
      totals={data === null ? pageTotals(rows) : data?.by_currency}
      error={error}
    />
  )
}

/** The way to a new invoice, or why there is none. */
function NewInvoiceButton({ canManage }: { canManage: boolean }) {
  return canManage ? (
    <ButtonLink to="/invoices/new" leftSection={<IconPlus size={16} aria-hidden />}>
      New invoice
    </ButtonLink>
  ) : (
    <NeedsPermission ability="invoices.manage" to="create invoices" />
  )
}

const BookkeepingDialog = lazyWithRetry(
  async () => (await import('./-bookkeeping-dialog.tsx')).BookkeepingDialog,
)

/** Opens the export for bookkeeping, beside the export of the list. */
function BookkeepingButton() {
  const [isExporting, setExporting] = useState(false)
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconBook2 size={16} aria-hidden />}
        onClick={() => setExporting(true)}
      >
        Bookkeeping…
      </Button>
      {isExporting && (
        <Suspense>
          <BookkeepingDialog onClose={() => setExporting(false)} />
        </Suspense>
      )}
    </>
  )
}

interface NoInvoicesProps {
  /** Empty for all of them. */
  status: string
  mayWrite: boolean
}

/** In place of the invoices where there are none, or none of a status. */
const NoInvoices = ({ status, mayWrite }: NoInvoicesProps) =>
  status === '' ? (
    <EmptyState
      icon={IconFileInvoice}
      title="No invoices yet"
      action={mayWrite && <ButtonLink to="/invoices/new">Create your first invoice</ButtonLink>}
    >
      Create your first invoice to track what’s sent, paid and overdue.
    </EmptyState>
  ) : (
    <EmptyState
      icon={IconFileInvoice}
      title={
        status === 'refundable' ? 'Nothing to refund' : `No ${statusWord(status).toLowerCase()} invoices`
      }
    >
      {status === 'overdue' ? 'Every sent invoice is paid or not due yet.' : 'Choose another status above.'}
    </EmptyState>
  )
