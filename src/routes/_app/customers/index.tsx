import { Button, Group, Space, Text, VisuallyHidden } from '@mantine/core'
import { IconPlus, IconUsers } from '@tabler/icons-react'
import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { Suspense, useCallback, useMemo, useState } from 'react'

import { customFields } from '#api/custom-fields.ts'
import { customers, processorOf } from '#api/customers.ts'
import { usePendingIds } from '#api/pending-deletion.ts'
import { session } from '#api/session.ts'
import type { CustomerRow, CustomerSort } from '#contract/customers.ts'
import { lazyWithRetry, useIdle } from '#kit/lazy-with-retry.ts'
import { ButtonLink } from '#kit/link.tsx'
import { FilterChips } from '#kit/list/chips.tsx'
import { ColumnMenu, useColumnChoice } from '#kit/list/columns.tsx'
import { ListPager, offsetOf } from '#kit/list/pager.tsx'
import { ListAnswer, countText } from '#kit/list/result.tsx'
import { ListScreen } from '#kit/list/screen.tsx'
import { ListSearch } from '#kit/list/search.tsx'
import { SortSelect } from '#kit/list/sort-select.tsx'
import { ListTable } from '#kit/list/table.tsx'
import { PageHeader } from '#kit/page-header.tsx'
import { PersonAvatar } from '#kit/person-avatar.tsx'
import { abilityName } from '#lib/ability-name.ts'
import { ownUrl } from '#lib/own-url.ts'

import { customerColumns, fullName } from './-columns.tsx'
import type { Selection } from './-deletion.tsx'
import { CustomerFilters, filterChips } from './-filters.tsx'
import { ListPlace, asked, listDefaults, placeIn } from './-list-place.ts'

export const Route = createFileRoute('/_app/customers/')({
  validateSearch: ListPlace,
  search: { middlewares: [stripSearchParams(listDefaults)] },
  loaderDeps: ({ search }) => search,
  // Not awaited: the screen shows its own skeleton, and the rows before while the next page loads.
  loader: ({ context: { queryClient }, deps }) => {
    void queryClient.prefetchQuery(customers.list(asked(deps)))
    void queryClient.prefetchQuery(customFields.list())
  },
  component: CustomerList,
})

const SavedViews = lazyWithRetry(async () => (await import('#routes/-views/saved-views.tsx')).SavedViews)
const ListExport = lazyWithRetry(async () => (await import('#kit/list/export.tsx')).ListExport)
const EmptyList = lazyWithRetry(async () => (await import('#kit/list/empty.tsx')).EmptyList)
const DeleteBar = lazyWithRetry(async () => (await import('./-delete-bar.tsx')).DeleteBar)

/** Keeps the place of what comes once the browser is idle, so that nothing moves then. */
const laterActions = (
  <>
    <Button
      variant="default"
      style={{ visibility: 'hidden' }}
      leftSection={<Space w={16} />}
      rightSection={<Space w={14} />}
    >
      Views
    </Button>
    <Button variant="default" style={{ visibility: 'hidden' }} leftSection={<Space w={16} />}>
      Export
    </Button>
  </>
)

function CustomerList() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const queryClient = useQueryClient()
  const { data: current } = useSuspenseQuery(session.current())
  const { data: fields = noFields } = useQuery(customFields.list())
  const query = useMemo(() => asked(search), [search])
  const list = useQuery(customers.list(query))
  const [selection, select] = useSelection()
  const hidden = usePendingIds()
  const idle = useIdle()
  const canManage = current.abilities.includes('customers.manage')

  const total = list.data?.total ?? 0
  const rows = useMemo(() => list.data?.rows.filter(({ id }) => !hidden.has(id)), [list.data, hidden])
  const processor = useProcessor(list.data?.rows[0])
  const columns = useColumnChoice(
    'customers',
    useMemo(() => customerColumns(fields, processor), [fields, processor]),
  )
  const traits = useMemo(
    () => ({
      id: ({ id }: CustomerRow) => id,
      picture,
      link: ({ id }: CustomerRow, position: number) => ({
        to: '/customers/$id' as const,
        params: { id: String(id) },
        search: placeIn(search, position),
      }),
    }),
    [search],
  )

  const change = (next: Change, replace = false) =>
    void navigate({ search: (old) => ({ ...old, page: 1, ...next }), replace })
  const sort = { by: search.sort, onSort: (by: string) => change({ sort: by as CustomerSort }) }
  const filters = {
    filter: search,
    // Of no customers at all there is nothing to filter.
    offered: total > 0 || search.linked || search.may || search.search ? (list.data?.filters ?? []) : [],
    processor,
    onFilter: (filter: Change) => change(filter),
  }
  const chips = filterChips(filters)
  const clear = () => change({ search: '', linked: undefined, may: undefined })

  return (
    <ListScreen hasBar={selection.size > 0}>
      <PageHeader
        title="Customers"
        subtitle={countText(list, chips.length > 0 ? 'result' : 'customer')}
        actions={
          <>
            {idle ? (
              <Suspense fallback={laterActions}>
                <SavedViews list="/customers" columns={columns} />
                <ListExport
                  name="customers"
                  columns={columns.visible}
                  pages={(signal) => customers.every(queryClient, query, signal)}
                  disabled={total === 0}
                />
              </Suspense>
            ) : (
              laterActions
            )}
            {canManage ? (
              <ButtonLink to="/customers/new" leftSection={<IconPlus size={18} aria-hidden />}>
                New customer
              </ButtonLink>
            ) : (
              <Text size="sm" c="dimmed">
                You need the “{abilityName('customers.manage')}” permission to add customers
              </Text>
            )}
          </>
        }
      />
      <Group mb="sm" gap="sm" justify="space-between">
        <Group gap="sm" flex={{ base: '1 1 100%', xs: '1 1 0' }}>
          <ListSearch
            label="Search customers"
            placeholder="Search name, company, email, phone"
            value={search.search}
            onSearch={(text) => change({ search: text }, true)}
          />
          <CustomerFilters {...filters} />
        </Group>
        <Group gap="sm">
          <SortSelect columns={columns.all} sort={sort} others={otherSorts} />
          <ColumnMenu choice={columns} />
        </Group>
      </Group>
      <FilterChips chips={chips} onRemove={filters.onFilter} onClear={clear} />
      <ListAnswer
        list={list}
        empty={
          <Suspense>
            <EmptyList
              icon={IconUsers}
              isPastTheEnd={total > 0}
              onFirstPage={() => change({ page: 1 })}
              noMatch={
                chips.length > 0 && {
                  title: 'No matching customers',
                  hint: 'Try fewer words, or a different part of the name, company, email or phone number.',
                  clear: 'Show all customers',
                  onClear: clear,
                }
              }
              nothing={{
                title: 'No customers yet',
                hint: 'Customers you add appear here and in Contacts.',
                action: canManage && <ButtonLink to="/customers/new">Create your first customer</ButtonLink>,
              }}
            />
          </Suspense>
        }
      >
        <ListTable
          label="Customers"
          columns={columns}
          page={{
            rows,
            total,
            offset: offsetOf(list.data ?? query),
            isStale: list.isPlaceholderData,
          }}
          row={traits}
          sort={sort}
          selection={canManage ? { selected: selection, onSelect: select } : undefined}
        />
      </ListAnswer>
      {list.data && total > 0 && (
        <ListPager
          {...list.data}
          page={(list.isPlaceholderData ? query : list.data).page}
          onPage={(next) => change({ page: next })}
          onSize={(next) => change({ size: next === Infinity ? 'all' : next })}
        />
      )}
      <VisuallyHidden role="status">
        {selection.size > 0 && `${selection.size} selected across all pages`}
      </VisuallyHidden>
      {selection.size > 0 && (
        <Suspense>
          <DeleteBar selection={selection} onClear={() => select('none')} />
        </Suspense>
      )}
    </ListScreen>
  )
}

const noFields: readonly never[] = []
const otherSorts = {
  '-id': 'Newest first',
  id: 'Oldest first',
  last_name: 'Last name, A to Z',
  '-last_name': 'Last name, Z to A',
}

type Change = Partial<ListPlace>

function picture(row: CustomerRow) {
  const src = row.profile_photo_path && ownUrl(row.profile_photo_path)
  return <PersonAvatar name={fullName(row)} src={src} size={32} />
}

/** The name of the payment processor, once a customer told it; a page without customers does not make it unknown. */
function useProcessor(row: CustomerRow | undefined): string | undefined {
  const [known, setKnown] = useState<string>()
  const name = row && processorOf(row)?.name
  if (name !== undefined && name !== known) setKnown(name)
  return name ?? known
}

/** Who is selected, across pages. */
function useSelection() {
  const [selection, setSelection] = useState<Selection>(new Map())
  const select = useCallback((rows: readonly CustomerRow[] | 'none', isSelected = true) => {
    setSelection((before) => {
      if (rows === 'none') return new Map()
      const next = new Map(before)
      for (const row of rows) {
        if (isSelected) next.set(row.id, fullName(row))
        else next.delete(row.id)
      }
      return next
    })
  }, [])
  return [selection, select] as const
}
