import { Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { type ComponentProps, Suspense } from 'react'

import { csvExports } from '#api/exports.ts'
import { services } from '#api/services.ts'
import { session } from '#api/session.ts'
import type { Session } from '#contract/access/session.ts'
import { servicesAtOnce } from '#contract/services/changes.ts'
import type { Service } from '#contract/services/services.ts'
import { lazyWithRetry } from '#kit/lazy-with-retry.ts'
import { ButtonLink } from '#kit/link.tsx'
import { useColumnChoice } from '#kit/list/columns.tsx'
import { ListExport } from '#kit/list/export.tsx'
import { useFilters } from '#kit/list/filters/filters.tsx'
import { ListPage } from '#kit/list/list-page.tsx'
import type { RowOptions } from '#kit/list/rows.tsx'
import { SelectionBar } from '#kit/list/selection-bar.tsx'
import { useListScreen } from '#kit/list/use-list-screen.ts'
import { Money } from '#kit/money.tsx'
import { NeedsPermission } from '#kit/needs-permission.tsx'
import { priceUnit } from '#lib/money.ts'
import { entrySorts } from '#parts/lists/other-sorts.ts'
import { ability, canManageServices } from '#parts/services/manage.ts'
import { typeWord } from '#parts/services/service-words.ts'
import { SavedViews } from '#parts/views/saved-views.tsx'
import { ImportButton } from '#routes/-imports/import-button.tsx'

import { NoServices } from './-no-services.tsx'
import { mostPicked } from './-picked-ids.ts'
import { ServiceCards } from './-service-cards.tsx'
import { serviceColumns } from './-service-columns.tsx'
import { ServiceDrawer } from './-service-drawer.tsx'
import { serviceFilters } from './-service-filters.tsx'
import { ServiceListSearch, listDefaults, toListQuery } from './-service-list-search.ts'
import { useServiceSelection } from './-service-selection.ts'
import { ViewSwitch } from './-view-switch.tsx'

export const Route = createFileRoute('/_app/services/')({
  validateSearch: ServiceListSearch,
  search: { middlewares: [stripSearchParams(listDefaults)] },
  loaderDeps: ({ search }) => toListQuery(search),
  // Not awaited: the screen shows its own skeleton, and the previous rows while the next page loads.
  loader: ({ context: { queryClient }, deps }) => void queryClient.prefetchQuery(services.list(deps)),
  component: ServiceList,
})

function ServiceList() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const queryClient = useQueryClient()
  const query = toListQuery(search)
  const list = useQuery(services.list(query))
  const columns = useColumnChoice('services', serviceColumns)
  const { data: current } = useSuspenseQuery(session.current())
  const canManage = canManageServices(current)
  const canImport = canManage && current.features.records
  // Where they can neither be changed nor exported, they are selected to be compared.
  const canUseMany = canManage || current.features.records
  const most = canUseMany ? servicesAtOnce : mostPicked
  const screen = useListScreen<Service, ServiceListSearch>({
    list,
    query,
    sort: current.features.records ? (search.sort ?? 'id') : undefined,
    setSearch: (update, replace) => void navigate({ search: update, replace }),
  })
  const { rows, total, change } = screen
  const { page: _page, size: _size, sort: _sort, ...matching } = query
  const selected = useServiceSelection({
    picked: search.compare,
    most,
    filter: JSON.stringify(matching),
    rows,
  })
  const narrowing = useFilters({
    filters: serviceFilters,
    search,
    refused: list.error?.fields,
    change,
  })
  const { isNarrowed } = narrowing
  return (
    <ListPage
      title="Services"
      one="item"
      rowsLabel="Services and products"
      tools={
        <>
          <SavedViews list="/services" columns={columns} />
          <ListExport
            name="services"
            one="service"
            total={total}
            file={csvExports.services(queryClient, current.features, query)}
            disabled={total === 0}
          />
          {canImport && <ImportButton kind="services" />}
        </>
      }
      actions={<NewServiceButton session={current} />}
      list={list}
      screen={screen}
      columns={columns}
      otherSorts={entrySorts}
      row={serviceRowOptions}
      openId={search.open}
      selection={{ selected: selected.selected, onSelect: selected.select, most }}
      controls={{
        narrowing,
        searches: 'Name or description',
        view: <ViewSwitch view={search.view} onView={(view) => change({ view, page: search.page })} />,
      }}
      instead={
        search.view === 'cards' && (
          <ServiceCards
            rows={rows}
            isStale={list.isPlaceholderData}
            selected={selected.selected}
            onSelect={selected.select}
          />
        )
      }
      nothing={<NoServices canManage={canManage} canImport={canImport} />}
    >
      <ServicePicks
        compare={search.compare}
        canUseMany={canUseMany}
        selected={selected}
        query={query}
        isNarrowed={isNarrowed}
        total={screen.isTotalStale ? 0 : total}
        features={current.features}
        canManage={canManage}
      />
      <ServiceDrawer
        id={search.open}
        rows={rows}
        onOpen={(open) => change({ open, page: search.page }, true)}
      />
    </ListPage>
  )
}

/** The link to a new service, or the permission it needs; nothing where the service has a fixed catalog. */
function NewServiceButton({ session }: { session: Session }) {
  if (canManageServices(session))
    return (
      <ButtonLink
        to="/services/new"
        search={{}}
        leftSection={<IconPlus size={16} aria-hidden />}
        aria-keyshortcuts="c"
      >
        New service
      </ButtonLink>
    )
  return session.features.records && <NeedsPermission ability={ability} to="add services" />
}

/** How a service stands in its list. */
const serviceRowOptions: RowOptions<Service> = {
  id: ({ id }) => id,
  link: ({ id }) => ({ to: '/services', search: (old: object) => ({ ...old, open: id }) }),
  phone: (service) => ({
    detail: `${typeWord(service.type)} · ${service.category}${service.is_active ? '' : ' · Inactive'}`,
    end: <PhonePrice service={service} />,
  }),
}

const PhonePrice = ({ service }: { service: Service }) => (
  <Text component="div" size="sm" ta="end" pe={8} lh={1.3}>
    <Money amount={service.price} currency={service.currency} />
    <Text span display="block" size="xs" c="dimmed">
      {priceUnit(service)}
    </Text>
  </Text>
)

const ServiceSelectionBar = lazyWithRetry(
  async () => (await import('./-bulk/service-selection-bar.tsx')).ServiceSelectionBar,
)

interface ServicePicksProps extends ComponentProps<typeof ServiceSelectionBar> {
  /** The ids in the URL, joined by commas. */
  compare: string
  /** They can be changed or exported, and not only compared. */
  canUseMany: boolean
}

/** What can be done with the selected services. */
function ServicePicks({ compare, canUseMany, ...bar }: ServicePicksProps) {
  const { ids, isAll, clear } = bar.selected
  if (!canUseMany) return <CompareBar ids={compare} count={ids.size} onClear={clear} />
  return (
    (ids.size > 0 || isAll) && (
      <Suspense>
        <ServiceSelectionBar {...bar} />
      </Suspense>
    )
  )
}

interface CompareBarProps {
  /** As the URL has them. */
  ids: string
  count: number
  onClear: () => void
}

/** How many are picked for a comparison, and the way to it. */
function CompareBar({ ids, count, onClear }: CompareBarProps) {
  if (count === 0) return null
  return (
    <SelectionBar label={<span role="status">{labelOf(count)}</span>} onClear={onClear}>
      {count > 1 && (
        <ButtonLink to="/services/compare" search={{ ids }} size="compact-md">
          Compare
        </ButtonLink>
      )}
    </SelectionBar>
  )
}

function labelOf(count: number): string {
  if (count === 1) return '1 service selected. Select one more to compare'
  return `${count} services selected${count === mostPicked ? ' (maximum reached)' : ''}`
}
