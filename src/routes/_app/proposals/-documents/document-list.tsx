import { IconPlus } from '@tabler/icons-react'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'

import { type DocumentRow, documents } from '#api/documents.ts'
import { session } from '#api/session.ts'
import type { DocumentKind } from '#contract/documents.ts'
import { ButtonLink } from '#kit/link.tsx'
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
import { NeedsPermission } from '#kit/needs-permission.tsx'
import { NotFound } from '#kit/not-found.tsx'
import { PageHeader } from '#kit/page-header.tsx'
import { CustomerSelect } from '#routes/_app/invoices/-customer-select.tsx'

import { DocumentBadge, documentStatusWord } from './document-badge.tsx'
import { documentColumns } from './document-columns.tsx'
import type { DocumentSearch } from './document-search.ts'
import { DocumentTabs } from './document-tabs.tsx'
import { kindIcons, kindWords, titleOf } from './document-words.tsx'

import classes from './documents.module.css'

interface Props {
  kind: DocumentKind
  search: DocumentSearch
  setSearch: (update: (old: DocumentSearch) => DocumentSearch, replace?: boolean) => void
}

/** The proposals or contracts of the account, the newest first. */
export function DocumentList(props: Props) {
  const { data: current } = useSuspenseQuery(session.current())
  const words = kindWords[props.kind]
  if (!current.features.includes(words.many)) return <NotFound />
  return <List {...props} canManage={current.abilities.includes(words.ability)} />
}

function List({ kind, search, setSearch, canManage }: Props & { canManage: boolean }) {
  const words = kindWords[kind]
  const { customer, status } = search
  const query = { ...search, status: words.statuses.find((one) => one === status) }
  const list = useQuery(documents.list(kind, query))
  const rows = list.data?.rows
  const columns = useColumnChoice(words.many, documentColumns[kind])
  const screen = useListScreen<DocumentRow, DocumentSearch>({ list, query: search, setSearch })
  const { total, change } = screen
  const isSearched = search.search !== '' || customer !== undefined
  const isNarrowed = isSearched || query.status !== undefined
  const createLink = (
    <ButtonLink
      to={words.create}
      search={{ customer }}
      leftSection={<IconPlus size={16} aria-hidden />}
      aria-keyshortcuts="c"
    >
      New {words.one}
    </ButtonLink>
  )
  return (
    <ListScreen isBlank={isBlank(list, isNarrowed)}>
      <PageHeader
        title={words.Many}
        subtitle={countText(
          { ...list, isTotalStale: screen.isTotalStale },
          isNarrowed ? 'result' : words.one,
        )}
        actions={
          canManage ? createLink : <NeedsPermission ability={words.ability} to={`create ${words.many}`} />
        }
      />
      <ListToolbar rest={<ColumnMenu choice={columns} />}>
        <ListSearch
          label={`Search ${words.many}`}
          placeholder="Number, title, customer"
          value={search.search}
          error={list.error?.fields?.['search']}
          onSearch={(text) => change({ search: text }, true)}
        />
        <CustomerSelect
          value={customer}
          error={list.error?.fields?.['customer_id']}
          onCustomer={(id) => change({ customer: id })}
        />
      </ListToolbar>
      <DocumentTabs
        statuses={words.statuses}
        status={status}
        counts={list.data?.counts}
        onStatus={(next) => change({ status: next })}
      >
        <ListAnswer
          list={list}
          empty={
            <EmptyList
              icon={kindIcons[kind]}
              isPastTheEnd={total > 0}
              onFirstPage={() => change({ page: 1 })}
              noMatch={
                isSearched && {
                  title: `No matching ${words.many}`,
                  hint: 'Try fewer words, another customer or another status.',
                  onClear: () => change({ search: '', status: '', customer: undefined }),
                }
              }
              nothing={
                query.status === undefined
                  ? { title: `No ${words.many} yet`, hint: words.hint }
                  : {
                      title: `No ${documentStatusWord(query.status).toLowerCase()} ${words.many}`,
                      hint: 'Choose another status above.',
                    }
              }
            />
          }
        >
          <ListTable
            label={words.Many}
            columns={columns}
            page={{ ...screen.page, rows }}
            row={rowOptions[kind]}
          />
        </ListAnswer>
        {screen.pager && <ListPager {...screen.pager} />}
      </DocumentTabs>
    </ListScreen>
  )
}

const rowOptionsOf = (kind: DocumentKind): RowOptions<DocumentRow> => ({
  id: ({ id }) => id,
  link: ({ id }) => ({ to: kindWords[kind].page, params: { id: String(id) } }),
  phone: (row) => ({
    detail: `${titleOf(row)} · ${row.customer_name}`,
    end: (
      <span className={classes.end}>
        <Money amount={row.total_amount} currency={row.currency} />
        <DocumentBadge status={row.status} />
      </span>
    ),
  }),
})

const rowOptions: Readonly<Record<DocumentKind, RowOptions<DocumentRow>>> = {
  proposal: rowOptionsOf('proposal'),
  contract: rowOptionsOf('contract'),
}
