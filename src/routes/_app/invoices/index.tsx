import { Group } from '@mantine/core'
import { IconFileInvoice } from '@tabler/icons-react'
import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, stripSearchParams } from '@tanstack/react-router'

import { csvExports } from '#api/exports.ts'
import { invoices } from '#api/invoices.ts'
import { session } from '#api/session.ts'
import { type InvoiceSort, invoiceSorts } from '#contract/invoice-filter.ts'
import type { Invoice } from '#contract/invoices.ts'
import { FilterChips } from '#kit/list/chips.tsx'
import { ColumnMenu, useColumnChoice } from '#kit/list/columns.tsx'
import { EmptyList } from '#kit/list/empty.tsx'
import { ListExport } from '#kit/list/export.tsx'
import { ListPager, offsetOf } from '#kit/list/pager.tsx'
import { RefusedFilter } from '#kit/list/refused-filter.tsx'
import { ListAnswer, countText } from '#kit/list/result.tsx'
import type { RowOptions } from '#kit/list/rows.tsx'
import { ListScreen } from '#kit/list/screen.tsx'
import { ListSearch } from '#kit/list/search.tsx'
import { SortSelect } from '#kit/list/sort-select.tsx'
import { ListTable } from '#kit/list/table.tsx'
import { PageHeader } from '#kit/page-header.tsx'
import { SavedViews } from '#routes/-views/saved-views.tsx'

import { CustomerSelect, useCustomerName } from './-customer-select.tsx'
import { filterChips } from './-filter-chips.ts'
import { invoiceColumns } from './-invoice-columns.tsx'
import { InvoiceDrawer } from './-invoice-drawer.tsx'
import {
  type FilterChange,
  InvoiceListSearch,
  defaults,
  sortOf,
  toListFilter,
  toListQuery,
  unfiltered,
} from './-invoice-list-search.ts'
import { statusWord } from './-invoice-status.tsx'
import { pageTotals } from './-page-totals.ts'
import { PeriodInputs } from './-period-inputs.tsx'
import { StatusTabs } from './-status-tabs.tsx'
import { TotalsStrip } from './-totals-strip.tsx'

export const Route = createFileRoute('/_app/invoices/')({
  validateSearch: InvoiceListSearch,
  search: { middlewares: [stripSearchParams(defaults)] },
  loaderDeps: ({ search }) => toListQuery(search),
  // Not awaited: the screen shows its own skeleton, and the rows before while the next page loads.
  loader: ({ context, deps }) => void context.queryClient.prefetchQuery(invoices.list(deps)),
  component: InvoiceList,
})

const traits: RowOptions<Invoice> = {
  id: ({ id }) => id,
  link: ({ id }) => ({ to: '/invoices', search: (old: object) => ({ ...old, open: id }) }),
}

/** The names of the request that have a control of their own here. */
const controlled = ['status', 'customer_id', 'due_from', 'due_to', 'search'] as const

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
  const change = (next: Partial<InvoiceListSearch>, replace = false) =>
    void navigate({ search: (old) => ({ ...old, page: 1, ...next }), replace })
  const onFilter = (filter: FilterChange) => change(filter)
  const sort = { by: sortOf(search), onSort: (by: string) => isSort(by) && change({ sort: by }) }

  const { rows, total = 0 } = list.data ?? {}
  const chips = filterChips(search, customerName)
  const refused = list.error?.fields ?? {}
  return (
    <ListScreen>
      <PageHeader
        title="Invoices"
        subtitle={countText(list, chips.length > 0 || search.status !== '' ? 'result' : 'invoice')}
        actions={
          <>
            <SavedViews list="/invoices" columns={columns} />
            <ListExport
              name="invoices"
              one="invoice"
              total={total}
              file={csvExports.invoices(queryClient, current.features, query)}
              disabled={total === 0}
            />
          </>
        }
      />
      <Group mb="sm" gap="sm" align="flex-start" justify="space-between">
        <Group gap="sm" align="flex-start" flex={{ base: '1 1 100%', xs: '1 1 0' }}>
          <ListSearch
            label="Search invoices"
            placeholder="Number, customer, email"
            value={search.search}
            error={refused['search']}
            onSearch={(text) => change({ search: text }, true)}
          />
          <CustomerSelect
            value={search.customer}
            error={refused['customer_id']}
            onCustomer={(customer) => change({ customer })}
          />
          <PeriodInputs from={search.from} to={search.to} refused={refused} onPeriod={onFilter} />
        </Group>
        <Group gap="sm">
          <SortSelect columns={columns.all} sort={sort} others={byEntry} />
          <ColumnMenu choice={columns} />
        </Group>
      </Group>
      <FilterChips chips={chips} onRemove={onFilter} onClear={() => onFilter(unfiltered)} />
      <StatusTabs
        status={search.status}
        counts={totals.data?.by_status}
        error={refused['status']}
        onStatus={(status) => change({ status, sort: undefined })}
      >
        <ListAnswer
          list={list}
          refusal={
            list.error &&
            controlled.some((name) => name in refused) && (
              <RefusedFilter
                error={list.error}
                known={controlled}
                onClear={() => change({ ...unfiltered, status: '' })}
              />
            )
          }
          empty={
            <EmptyList
              icon={IconFileInvoice}
              isPastTheEnd={total > 0}
              onFirstPage={() => change({ page: 1 })}
              noMatch={
                chips.length > 0 && {
                  title: 'No matching invoices',
                  hint: 'Remove a filter or choose another status.',
                  clear: 'Clear filters',
                  onClear: () => onFilter(unfiltered),
                }
              }
              nothing={
                search.status === ''
                  ? {
                      title: 'No invoices yet',
                      hint: 'Invoices appear here once this account has any.',
                    }
                  : { title: `No ${statusWord(search.status).toLowerCase()} invoices` }
              }
            />
          }
        >
          <ListTable
            label="Invoices"
            columns={columns}
            page={{
              rows,
              total,
              offset: offsetOf(list.data ?? query),
              isStale: list.isPlaceholderData,
            }}
            row={traits}
            sort={sort}
          />
          {rows && (
            <TotalsStrip
              label={totals.data === null ? 'On this page' : 'All results'}
              totals={totals.data === null ? pageTotals(rows) : totals.data?.by_currency}
              error={totals.error}
            />
          )}
        </ListAnswer>
        {list.data && total > 0 && (
          <ListPager
            {...list.data}
            onPage={(next) => change({ page: next })}
            onSize={(next) => change({ size: next })}
          />
        )}
      </StatusTabs>
      <InvoiceDrawer
        id={search.open}
        rows={rows}
        onClose={() => change({ open: undefined, page: search.page }, true)}
      />
    </ListScreen>
  )
}

const byEntry = { '-id': 'Recently added', id: 'First added' }

const isSort = (text: string): text is InvoiceSort => (invoiceSorts as readonly string[]).includes(text)
