import { Button, Group, Text } from '@mantine/core'
import { IconFileInvoice, IconFilterOff } from '@tabler/icons-react'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, stripSearchParams } from '@tanstack/react-router'

import { type Invoice, type InvoiceSort, invoiceSorts } from '#contract/invoices.ts'

import { invoices } from '../../../api/invoices.ts'
import { session } from '../../../api/session.ts'
import { EmptyState } from '../../../kit/empty-state.tsx'
import { ButtonLink, TextLink } from '../../../kit/link.tsx'
import { type ListColumn, ColumnMenu, useColumnChoice } from '../../../kit/list-columns.tsx'
import { type Chip, FilterChips, ListPager, ListSearch } from '../../../kit/list-controls.tsx'
import type { RowTraits } from '../../../kit/list-rows.tsx'
import { ListTable } from '../../../kit/list-table.tsx'
import { PageHeader } from '../../../kit/page-header.tsx'
import { InlineProblem, Problem } from '../../../kit/problem.tsx'
import { currentDay, dayText, dayTextOf } from '../../../lib/calendar.ts'
import { money } from '../../../lib/money.ts'
import { SavedViews } from '../../-saved-views.tsx'
import { CustomerSelect, useCustomerName } from './-customer-select.tsx'
import { InvoiceDrawer } from './-invoice-drawer.tsx'
import { DueDay, dueWords } from './-invoice-due.tsx'
import { invoiceHints } from './-invoice-hints.ts'
import {
  type FilterChange,
  InvoiceSearch,
  defaults,
  invoiceFilter,
  invoiceQuery,
  isFiltered,
  unfiltered,
} from './-invoice-search.ts'
import { StatusBadge, statusWord } from './-invoice-status.tsx'
import { pageTotals } from './-page-totals.ts'
import { PeriodInputs } from './-period-inputs.tsx'
import { StatusTabs } from './-status-tabs.tsx'
import { TotalsStrip } from './-totals-strip.tsx'

export const Route = createFileRoute('/_app/invoices/')({
  validateSearch: InvoiceSearch,
  search: { middlewares: [stripSearchParams(defaults)] },
  loaderDeps: ({ search }) => invoiceQuery(search),
  // Not awaited: the screen shows its own skeleton, and the rows before while the next page loads.
  loader: ({ context, deps }) => void context.queryClient.prefetchQuery(invoices.list(deps)),
  component: InvoiceList,
})

const columns: readonly ListColumn<Invoice>[] = [
  {
    id: 'number',
    label: 'Number',
    text: ({ invoice_number }) => invoice_number,
    sort: 'invoice_number',
    widthRem: 9,
  },
  {
    id: 'customer',
    label: 'Customer',
    text: ({ customer_name }) => customer_name,
    cell: ({ customer_id, customer_name }) => (
      <TextLink to="/customers/$id" params={{ id: String(customer_id) }} size="sm" c="inherit">
        {customer_name}
      </TextLink>
    ),
    sort: 'customer_name',
    widthRem: 14,
  },
  {
    id: 'status',
    label: 'Status',
    text: ({ status }) => statusWord(status),
    cell: ({ status }) => <StatusBadge status={status} />,
    widthRem: 7,
  },
  {
    id: 'due',
    label: 'Due',
    text: dueWords,
    cell: (invoice) => <DueDay invoice={invoice} />,
    sort: 'due_date',
    widthRem: 10,
  },
  {
    id: 'amount',
    label: 'Amount',
    text: ({ total_amount, currency }) => money(total_amount, currency),
    sort: 'total_amount',
    align: 'end',
    widthRem: 10,
  },
  {
    id: 'issued',
    label: 'Issued',
    text: ({ created_at }) => dayTextOf(created_at),
    sort: 'created_at',
    widthRem: 9,
  },
  { id: 'email', label: 'Email', text: ({ customer_email }) => customer_email, isExtra: true, widthRem: 15 },
  {
    id: 'lines',
    label: 'Lines',
    text: ({ line_items }) => String(line_items.length),
    align: 'end',
    isExtra: true,
    widthRem: 5,
  },
  {
    id: 'hints',
    label: 'Worth a look',
    text: (invoice) => invoiceHints(invoice, currentDay()).join(' '),
    isExtra: true,
    widthRem: 20,
  },
]

const traits: RowTraits<Invoice> = {
  id: ({ id }) => id,
  link: ({ id }) => ({ to: '/invoices', search: (old: object) => ({ ...old, open: id }) }),
}

/** The names of the request that have a control of their own here. */
const controlled = ['status', 'customer_id', 'due_from', 'due_to', 'search'] as const

function InvoiceList() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const { data: current } = useSuspenseQuery(session.current())
  const query = invoiceQuery(search)
  const list = useQuery(invoices.list(query))
  const totals = useQuery(invoices.totals(invoiceFilter(search), current.features))
  const choice = useColumnChoice('invoices', columns)
  const customerName = useCustomerName(search.customer)
  const onFilter = (change: FilterChange) =>
    void navigate({ search: (old) => ({ ...old, ...change, page: 1 }), replace: 'search' in change })

  const rows = list.data?.rows
  const total = list.data?.total ?? 0
  const refused = list.error?.fields ?? {}
  const onControl = controlled.some((name) => name in refused)
  return (
    <>
      <PageHeader
        title="Invoices"
        subtitle={
          list.data
            ? `${total.toLocaleString('en-GB')} ${isFiltered(search) ? 'found' : 'in all'}`
            : list.error
              ? 'Not loaded'
              : 'Loading …'
        }
        actions={
          <>
            <SavedViews list="/invoices" columns={choice} />
            <ColumnMenu choice={choice} />
          </>
        }
      />
      <Group mb="md" gap="sm" align="flex-end">
        <ListSearch
          label="Search invoices"
          placeholder="Search number, customer, email"
          value={search.search}
          onSearch={(text) => onFilter({ search: text })}
        />
        <CustomerSelect
          value={search.customer}
          error={refused['customer_id']}
          onCustomer={(customer) => onFilter({ customer })}
        />
        <PeriodInputs from={search.from} to={search.to} refused={refused} onPeriod={onFilter} />
      </Group>
      {['search', 'status'].map(
        (name) =>
          refused[name] && (
            <Text key={name} c="var(--mantine-color-error)" size="sm" mb="sm">
              {refused[name]}
            </Text>
          ),
      )}
      <FilterChips chips={chipsOf(search, customerName, onFilter)} onClear={() => onFilter(unfiltered)} />
      <StatusTabs
        status={search.status}
        counts={totals.data?.by_status}
        onStatus={(status) => onFilter({ status })}
      >
        {list.error && !rows ? (
          onControl ? (
            <InlineProblem error={list.error} known={controlled} />
          ) : (
            <Problem error={list.error} retry={() => void list.refetch()} />
          )
        ) : rows?.length === 0 ? (
          <Nothing search={search} onFilter={onFilter} />
        ) : (
          <ListTable
            label="Invoices"
            columns={choice}
            page={{
              rows,
              total,
              offset: (search.page - 1) * search.size,
              isStale: list.isPlaceholderData,
              asked: JSON.stringify(query),
            }}
            row={traits}
            sort={{
              by: search.sort,
              onSort: (by) => {
                if (isSort(by)) void navigate({ search: (old) => ({ ...old, sort: by, page: 1 }) })
              },
            }}
          />
        )}
        {rows && rows.length > 0 && (
          <>
            <TotalsStrip
              label={totals.data === null ? 'On this page' : 'Of all found'}
              totals={totals.data === null ? pageTotals(rows) : totals.data?.by_currency}
            />
            <ListPager
              page={search.page}
              size={search.size}
              total={total}
              sizes={[25, 50, 100]}
              onPage={(page) => void navigate({ search: (old) => ({ ...old, page }) })}
              onSize={(size) =>
                void navigate({ search: (old) => ({ ...old, size: size === 'all' ? 100 : size, page: 1 }) })
              }
            />
          </>
        )}
      </StatusTabs>
      <InvoiceDrawer
        id={search.open}
        known={rows?.find(({ id }) => id === search.open)}
        onClose={() => void navigate({ search: (old) => ({ ...old, open: undefined }), replace: true })}
      />
    </>
  )
}

const isSort = (text: string): text is InvoiceSort => (invoiceSorts as readonly string[]).includes(text)

/** Every filter that is set, with its way out. */
function chipsOf(
  { search, customer, from, to }: InvoiceSearch,
  customerName: string,
  onFilter: (change: FilterChange) => void,
): readonly Chip[] {
  const chip = (label: string, off: FilterChange): Chip => ({ label, onRemove: () => onFilter(off) })
  return [
    search !== '' && chip(`Search: ${search}`, { search: '' }),
    customer !== undefined && chip(customerName, { customer: undefined }),
    from !== '' && chip(`Due from ${dayText(from)}`, { from: '' }),
    to !== '' && chip(`Due to ${dayText(to)}`, { to: '' }),
  ].filter((made) => made !== false)
}

function Nothing({ search, onFilter }: { search: InvoiceSearch; onFilter: (change: FilterChange) => void }) {
  if (search.page > 1)
    return (
      <EmptyState
        icon={IconFileInvoice}
        title="The list ends before this page"
        action={
          <ButtonLink to="/invoices" search={{ ...search, page: 1 }} variant="default">
            To the first page
          </ButtonLink>
        }
      />
    )
  if (isFiltered(search))
    return (
      <EmptyState
        icon={IconFilterOff}
        title="No invoice matches"
        action={
          <Button variant="default" onClick={() => onFilter(unfiltered)}>
            Clear the filters
          </Button>
        }
      >
        Take a filter away, or choose another status.
      </EmptyState>
    )
  if (search.status !== '')
    return (
      <EmptyState icon={IconFileInvoice} title={`No invoice is ${statusWord(search.status).toLowerCase()}`} />
    )
  return (
    <EmptyState icon={IconFileInvoice} title="No invoices yet">
      Invoices appear here as soon as this account has some.
    </EmptyState>
  )
}
