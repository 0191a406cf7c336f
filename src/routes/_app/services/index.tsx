import { Button, Drawer, Group, SegmentedControl, Text } from '@mantine/core'
import { IconFilterOff, IconPackages } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'

import type { Service } from '#contract/services.ts'

import { services } from '../../../api/services.ts'
import { EmptyState } from '../../../kit/empty-state.tsx'
import { ButtonLink } from '../../../kit/link.tsx'
import { type ListColumn, ColumnMenu, useColumnChoice } from '../../../kit/list-columns.tsx'
import { FilterChips, ListPager, ListSearch } from '../../../kit/list-controls.tsx'
import type { RowTraits } from '../../../kit/list-rows.tsx'
import { ListTable } from '../../../kit/list-table.tsx'
import { PageHeader } from '../../../kit/page-header.tsx'
import { InlineProblem, Problem } from '../../../kit/problem.tsx'
import { priceText, rateText } from '../../../lib/money.ts'
import { SavedViews } from '../../-saved-views.tsx'
import { mostPicked, pick, pickedIds } from './-picked-ids.ts'
import { ServiceCards } from './-service-cards.tsx'
import { ServiceDetails, StateBadge } from './-service-details.tsx'
import { ServiceFilters, controlled, filterChips } from './-service-filters.tsx'
import {
  type FilterChange,
  ServiceSearch,
  defaults,
  isFiltered,
  serviceQuery,
  unfiltered,
} from './-service-search.ts'
import { billingWord, stateWord, typeWord } from './-service-words.ts'

export const Route = createFileRoute('/_app/services/')({
  validateSearch: ServiceSearch,
  search: { middlewares: [stripSearchParams(defaults)] },
  loaderDeps: ({ search }) => serviceQuery(search),
  // Not awaited: the screen shows its own skeleton, and the rows before while the next page loads.
  loader: ({ context, deps }) => void context.queryClient.prefetchQuery(services.list(deps)),
  component: Catalogue,
})

const columns: readonly ListColumn<Service>[] = [
  { id: 'name', label: 'Name', text: ({ name }) => name, widthRem: 17 },
  { id: 'type', label: 'Type', text: ({ type }) => typeWord(type), widthRem: 6 },
  { id: 'category', label: 'Category', text: ({ category }) => category, widthRem: 10 },
  { id: 'price', label: 'Price', text: priceText, widthRem: 17, align: 'end' },
  { id: 'billing', label: 'Billing', text: ({ billing_type }) => billingWord(billing_type), widthRem: 8 },
  {
    id: 'state',
    label: 'State',
    text: ({ is_active }) => stateWord(is_active),
    cell: ({ is_active }) => (is_active ? stateWord(true) : <StateBadge isActive={false} />),
    widthRem: 7,
  },
  { id: 'tags', label: 'Tags', text: ({ tags }) => tags.join(', '), widthRem: 12 },
  { id: 'tax', label: 'Tax', text: ({ tax_rate }) => rateText(tax_rate), align: 'end', isExtra: true },
  { id: 'unit', label: 'Unit', text: ({ unit }) => unit, isExtra: true },
  {
    id: 'description',
    label: 'Description',
    text: ({ description }) => description,
    isExtra: true,
    widthRem: 20,
  },
]

const traits: RowTraits<Service> = {
  id: ({ id }) => id,
  link: ({ id }) => ({ to: '/services', search: (old: object) => ({ ...old, open: id }) }),
}

function Catalogue() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const query = serviceQuery(search)
  const list = useQuery(services.list(query))
  const choice = useColumnChoice('services', columns)
  const picked = useMemo(() => new Set(pickedIds(search.compare)), [search.compare])
  const onPick = useCallback(
    (rows: readonly Service[], isPicked: boolean) =>
      void navigate({
        search: (old) => ({
          ...old,
          compare: pick(
            old.compare ?? '',
            rows.map(({ id }) => id),
            isPicked,
          ),
        }),
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  )
  const onFilter = (change: FilterChange) =>
    void navigate({ search: (old) => ({ ...old, ...change, page: 1 }), replace: 'search' in change })

  const rows = list.data?.rows
  const total = list.data?.total ?? 0
  const refused = list.error?.fields ?? {}
  const onControl = controlled.some((name) => name in refused)
  const selection = { selected: picked, onSelect: onPick }
  return (
    <>
      <PageHeader
        title="Services"
        subtitle={
          list.data
            ? `${total.toLocaleString('en-GB')} ${isFiltered(search) ? 'found' : 'services and products'}`
            : list.error
              ? 'Not loaded'
              : 'Loading …'
        }
        actions={
          <>
            <SegmentedControl
              aria-label="View"
              data={[
                { value: 'table', label: 'Table' },
                { value: 'cards', label: 'Cards' },
              ]}
              value={search.view}
              onChange={(view) =>
                void navigate({ search: (old) => ({ ...old, view: view as ServiceSearch['view'] }) })
              }
            />
            <SavedViews list="/services" columns={choice} />
            {search.view === 'table' && <ColumnMenu choice={choice} />}
          </>
        }
      />
      <Group mb="md" gap="sm" align="flex-end">
        <ListSearch
          label="Search services"
          placeholder="Search name and description"
          value={search.search}
          onSearch={(text) => onFilter({ search: text })}
        />
        <ServiceFilters search={search} refused={refused} onFilter={onFilter} />
      </Group>
      {refused['search'] && (
        <Text c="var(--mantine-color-error)" size="sm" mb="sm">
          {refused['search']}
        </Text>
      )}
      <FilterChips chips={filterChips(search, onFilter)} onClear={() => onFilter(unfiltered)} />
      {list.error && !list.isPlaceholderData && !rows ? (
        onControl ? (
          <InlineProblem error={list.error} known={controlled} />
        ) : (
          <Problem error={list.error} retry={() => void list.refetch()} />
        )
      ) : rows?.length === 0 ? (
        <Nothing
          isNarrowed={isFiltered(search)}
          isPastTheEnd={search.page > 1}
          onClear={() => onFilter(unfiltered)}
        />
      ) : search.view === 'cards' ? (
        <ServiceCards rows={rows} isStale={list.isPlaceholderData} picked={picked} onPick={onPick} />
      ) : (
        <ListTable
          label="Services and products"
          columns={choice}
          page={{
            rows,
            total,
            offset: (search.page - 1) * search.size,
            isStale: list.isPlaceholderData,
            asked: JSON.stringify(query),
          }}
          row={traits}
          selection={selection}
        />
      )}
      {rows && rows.length > 0 && (
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
      )}
      <CompareBar
        ids={search.compare}
        count={picked.size}
        onClear={() => void navigate({ search: (old) => ({ ...old, compare: '' }), replace: true })}
      />
      <Drawer
        opened={search.open !== undefined}
        onClose={() => void navigate({ search: (old) => ({ ...old, open: undefined }), replace: true })}
        position="right"
        size="lg"
        title="From the catalogue"
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        {search.open !== undefined && (
          <ServiceDetails id={search.open} known={rows?.find(({ id }) => id === search.open)} />
        )}
      </Drawer>
    </>
  )
}

function CompareBar({ ids, count, onClear }: { ids: string; count: number; onClear: () => void }) {
  if (count === 0) return null
  return (
    <Group mt="md" gap="sm" role="group" aria-label="Comparison">
      <Text size="sm" aria-live="polite">
        {count === mostPicked ? `${count} picked, the most that can be compared` : `${count} picked`}
      </Text>
      {count > 1 ? (
        <ButtonLink to="/services/compare" search={{ ids }}>
          Compare
        </ButtonLink>
      ) : (
        <Text size="sm" c="dimmed">
          Pick one more to compare
        </Text>
      )}
      <Button variant="subtle" onClick={onClear}>
        Pick none
      </Button>
    </Group>
  )
}

interface NothingProps {
  isNarrowed: boolean
  isPastTheEnd: boolean
  onClear: () => void
}

function Nothing({ isNarrowed, isPastTheEnd, onClear }: NothingProps) {
  if (isPastTheEnd)
    return (
      <EmptyState
        icon={IconPackages}
        title="The catalogue ends before this page"
        action={
          <ButtonLink to="/services" search={(old) => ({ ...old, page: 1 })} variant="default">
            To the first page
          </ButtonLink>
        }
      />
    )
  if (isNarrowed)
    return (
      <EmptyState
        icon={IconFilterOff}
        title="Nothing in the catalogue matches"
        action={
          <Button variant="default" onClick={onClear}>
            Clear the filters
          </Button>
        }
      >
        Take a filter away, or search for less.
      </EmptyState>
    )
  return (
    <EmptyState icon={IconPackages} title="The catalogue is empty">
      Services and products appear here as soon as this account has some.
    </EmptyState>
  )
}
