import { IconReceiptRefund } from '@tabler/icons-react'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import * as z from 'zod/mini'

import { creditNotes } from '#api/credit-notes.ts'
import { session } from '#api/session.ts'
import type { CreditNoteRow } from '#contract/credit-notes.ts'
import { BackLink } from '#kit/link.tsx'
import { ColumnMenu, useColumnChoice } from '#kit/list/columns.tsx'
import { EmptyList } from '#kit/list/empty.tsx'
import { ListPager } from '#kit/list/pager.tsx'
import { ListAnswer, countText } from '#kit/list/result.tsx'
import type { RowOptions } from '#kit/list/rows.tsx'
import { ListScreen, ListToolbar, isBlank } from '#kit/list/screen.tsx'
import { ListSearch } from '#kit/list/search.tsx'
import { ListTable } from '#kit/list/table.tsx'
import { useListScreen } from '#kit/list/use-list-screen.ts'
import { Money } from '#kit/money.tsx'
import { NotFound } from '#kit/not-found.tsx'
import { PageHeader } from '#kit/page-header.tsx'
import { pageDefaults, pageSearch } from '#lib/page-search.ts'

import { creditNoteColumns } from '../-credit/credit-note-columns.tsx'

const defaults = { ...pageDefaults, search: '' }
const CreditNoteSearch = z.object({ ...pageSearch, search: z._default(z.catch(z.string(), ''), '') })
type CreditNoteSearch = z.infer<typeof CreditNoteSearch>

export const Route = createFileRoute('/_app/invoices/credit-notes/')({
  validateSearch: CreditNoteSearch,
  search: { middlewares: [stripSearchParams(defaults)] },
  loaderDeps: ({ search }) => search,
  // Not awaited: the screen shows its own skeleton.
  loader: ({ context: { queryClient }, deps }) => {
    const known = queryClient.getQueryData(session.current().queryKey)
    if (known?.features.includes('invoices.credit-list'))
      void queryClient.prefetchQuery(creditNotes.list(deps))
  },
  component: CreditNotes,
})

function CreditNotes() {
  const { data: current } = useSuspenseQuery(session.current())
  return current.features.includes('invoices.credit-list') ? <CreditNoteList /> : <NotFound />
}

/** Every credit note of the account, the newest first. */
function CreditNoteList() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const list = useQuery(creditNotes.list(search))
  const rows = list.data?.rows
  const columns = useColumnChoice('credit-notes', creditNoteColumns)
  const screen = useListScreen<CreditNoteRow, CreditNoteSearch>({
    list,
    query: search,
    setSearch: (update, replace) => void navigate({ search: update, replace: replace ?? false }),
  })
  const { total, change } = screen
  const isNarrowed = search.search !== ''
  return (
    <ListScreen isBlank={isBlank(list, isNarrowed)}>
      <PageHeader
        back={<BackLink to="/invoices">Invoices</BackLink>}
        title="Credit notes"
        subtitle={countText(
          { ...list, isTotalStale: screen.isTotalStale },
          isNarrowed ? 'result' : 'credit note',
        )}
      />
      <ListToolbar rest={<ColumnMenu choice={columns} />}>
        <ListSearch
          label="Search credit notes"
          placeholder="Number, invoice, customer"
          value={search.search}
          error={list.error?.fields?.['search']}
          onSearch={(text) => change({ search: text }, true)}
        />
      </ListToolbar>
      <ListAnswer
        list={list}
        empty={
          <EmptyList
            icon={IconReceiptRefund}
            isPastTheEnd={total > 0}
            onFirstPage={() => change({ page: 1 })}
            noMatch={
              isNarrowed && {
                title: 'No matching credit notes',
                hint: 'Search for a number, an invoice or a customer.',
                clear: 'Clear search',
                onClear: () => change({ search: '' }),
              }
            }
            nothing={{
              title: 'No credit notes yet',
              hint: 'To correct or refund a sent invoice, choose “Create credit note” in its menu.',
            }}
          />
        }
      >
        <ListTable label="Credit notes" columns={columns} page={{ ...screen.page, rows }} row={rowOptions} />
      </ListAnswer>
      {screen.pager && <ListPager {...screen.pager} />}
    </ListScreen>
  )
}

const rowOptions: RowOptions<CreditNoteRow> = {
  id: ({ id }) => id,
  link: ({ id }) => ({ to: '/invoices/credit-notes/$id', params: { id: String(id) } }),
  phone: ({ customer_name, invoice_number, total_amount, currency }) => ({
    detail: `${customer_name} · ${invoice_number}`,
    end: <Money amount={total_amount} currency={currency} />,
  }),
}
