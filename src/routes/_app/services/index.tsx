import { Group, SegmentedControl } from '@mantine/core'
import { IconPackages } from '@tabler/icons-react'
import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'

import { csvExports } from '#api/exports.ts'
import { services } from '#api/services.ts'
import { session } from '#api/session.ts'
import type { Service } from '#contract/services.ts'
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
import { ListTable } from '#kit/list/table.tsx'
import { PageHeader } from '#kit/page-header.tsx'
import { SavedViews } from '#routes/-views/saved-views.tsx'

import { CompareBar } from './-compare-bar.tsx'
import { pick, pickedIds } from './-picked-ids.ts'
import { ServiceCards } from './-service-cards.tsx'
import { serviceColumns } from './-service-columns.tsx'
import { ServiceDrawer } from './-service-drawer.tsx'
import { ServiceFilters, controlled, filterChips } from './-service-filters.tsx'
import {
  type FilterChange,
  ServiceSearch,
  defaults,
  filtered,
  serviceQuery,
  unfiltered,
} from './-service-search.ts'

export const Route = createFileRoute('/_app/services/')({
  validateSearch: ServiceSearch,
  search: { middlewares: [stripSearchParams(defaults)] },
  loaderDeps: ({ search }) => serviceQuery(search),
  // Not awaited: the screen shows its own skeleton, and the rows before while the next page loads.
  loader: ({ context, deps }) => void context.queryClient.prefetchQuery(services.list(deps)),
  component: Catalogue,
})

const traits: RowOptions<Service> = {
  id: ({ id }) => id,
  link: ({ id }) => ({ to: '/services', search: (old: object) => ({ ...old, open: id }) }),
}

function Catalogue() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const queryClient = useQueryClient()
  const { data: current } = useSuspenseQuery(session.current())
  const query = serviceQuery(search)
  const list = useQuery(services.list(query))
  const columns = useColumnChoice('services', serviceColumns)
  const picked = useMemo(() => new Set(pickedIds(search.compare)), [search.compare])
  const onPick = useCallback(
    (some: readonly Service[], isPicked: boolean) =>
      void navigate({
        search: (old) => ({
          ...old,
          compare: pick(
            old.compare,
            some.map(({ id }) => id),
            isPicked,
          ),
        }),
        replace: true,
      }),
    [navigate],
  )
  const change = (next: Partial<ServiceSearch>, replace = false) =>
    void navigate({ search: (old) => ({ ...old, page: 1, ...next }), replace })
  const onFilter = (filter: FilterChange) => void navigate({ search: (old) => filtered(old, filter) })

  const { rows, total = 0 } = list.data ?? {}
  const chips = filterChips(search)
  const refused = list.error?.fields ?? {}
  return (
    <ListScreen>
      <PageHeader
        title="Services"
        subtitle={countText(list, chips.length > 0 ? 'result' : 'item')}
        actions={
          <>
            <SegmentedControl
              aria-label="View"
              data={[
                { value: 'table', label: 'Table' },
                { value: 'cards', label: 'Cards' },
              ]}
              value={search.view}
              onChange={(view) => change({ view: view as ServiceSearch['view'], page: search.page })}
            />
            <SavedViews list="/services" columns={columns} />
            <ListExport
              name="services"
              one="service"
              total={total}
              file={csvExports.services(queryClient, current.features, query)}
              disabled={total === 0}
            />
          </>
        }
      />
      <Group mb="sm" gap="sm" align="flex-start" justify="space-between">
        <Group gap="sm" align="flex-start" flex={{ base: '1 1 100%', xs: '1 1 0' }}>
          <ListSearch
            label="Search services"
            placeholder="Name or description"
            value={search.search}
            error={refused['search']}
            onSearch={(text) => change({ search: text }, true)}
          />
          <ServiceFilters search={search} refused={refused} onFilter={onFilter} />
        </Group>
        {search.view === 'table' && <ColumnMenu choice={columns} />}
      </Group>
      <FilterChips chips={chips} onRemove={onFilter} onClear={() => onFilter(unfiltered)} />
      <ListAnswer
        list={list}
        refusal={
          list.error &&
          controlled.some((name) => name in refused) && (
            <RefusedFilter error={list.error} known={controlled} onClear={() => onFilter(unfiltered)} />
          )
        }
        empty={
          <EmptyList
            icon={IconPackages}
            isPastTheEnd={total > 0}
            onFirstPage={() => change({ page: 1 })}
            noMatch={
              chips.length > 0 && {
                title: 'No matching services',
                hint: 'Remove a filter or broaden your search.',
                clear: 'Clear filters',
                onClear: () => onFilter(unfiltered),
              }
            }
            nothing={{
              title: 'The catalog is empty',
              hint: 'Services and products appear here once this account has any.',
            }}
          />
        }
      >
        {search.view === 'cards' ? (
          <ServiceCards rows={rows} isStale={list.isPlaceholderData} picked={picked} onPick={onPick} />
        ) : (
          <ListTable
            label="Services and products"
            columns={columns}
            page={{
              rows,
              total,
              offset: offsetOf(list.data ?? query),
              isStale: list.isPlaceholderData,
            }}
            row={traits}
            selection={{ selected: picked, onSelect: onPick }}
          />
        )}
      </ListAnswer>
      <CompareBar
        ids={search.compare}
        count={picked.size}
        onClear={() => change({ compare: '', page: search.page }, true)}
      />
      {list.data && total > 0 && (
        <ListPager
          {...list.data}
          onPage={(next) => change({ page: next })}
          onSize={(next) => change({ size: next })}
        />
      )}
      <ServiceDrawer
        id={search.open}
        rows={rows}
        onClose={() => change({ open: undefined, page: search.page }, true)}
      />
    </ListScreen>
  )
}
