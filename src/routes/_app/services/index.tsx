import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, stripSearchParams } from '@tanstack/react-router'

import { csvExports } from '#api/exports.ts'
import { services } from '#api/services.ts'
import { session } from '#api/session.ts'
import { servicesAtOnce } from '#contract/services/changes.ts'
import type { Service } from '#contract/services/services.ts'
import { useColumnChoice } from '#kit/list/columns.tsx'
import { ListExport } from '#kit/list/export.tsx'
import { useFilters } from '#kit/list/filters/filters.tsx'
import { ListPage } from '#kit/list/list-page.tsx'
import { useListScreen } from '#kit/list/use-list-screen.ts'
import { entrySorts } from '#parts/lists/other-sorts.ts'
import { canManageServices } from '#parts/services/manage.ts'
import { SavedViews } from '#parts/views/saved-views.tsx'
import { ImportButton } from '#routes/-imports/import-button.tsx'

import { NewServiceButton } from './-new-service-button.tsx'
import { NoServices } from './-no-services.tsx'
import { mostPicked } from './-picked-ids.ts'
import { ServiceCards } from './-service-cards.tsx'
import { serviceColumns } from './-service-columns.tsx'
import { ServiceDrawer } from './-service-drawer.tsx'
import { serviceFilters } from './-service-filters.tsx'
import { ServiceListSearch, listDefaults, toListQuery } from './-service-list-search.ts'
import { ServicePicks } from './-service-picks.tsx'
import { serviceRowOptions } from './-service-row-options.tsx'
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
