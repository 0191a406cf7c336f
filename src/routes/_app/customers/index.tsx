import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { Suspense, useMemo, useState } from 'react'

import { customFields } from '#api/custom-fields.ts'
import { customers, processorOf } from '#api/customers.ts'
import { session } from '#api/session.ts'
import type { Features } from '#contract/access/session.ts'
import type { CustomFieldConfig } from '#contract/customers/custom-fields.ts'
import type { CustomerRow } from '#contract/customers/customers.ts'
import { ContactAction } from '#kit/contact-action.tsx'
import { lazyWithRetry, useIdle } from '#kit/lazy-with-retry.ts'
import { useFilters } from '#kit/list/filters/filters.tsx'
import { ListPage } from '#kit/list/list-page.tsx'
import type { RowOptions } from '#kit/list/rows.tsx'
import { useSelection } from '#kit/list/selection.ts'
import { useListScreen } from '#kit/list/use-list-screen.ts'
import { PersonAvatar } from '#kit/person-avatar.tsx'
import { ownUrl } from '#lib/own-url.ts'
import { personSorts } from '#parts/lists/other-sorts.ts'
import { useStayingRows } from '#parts/lists/staying-rows.ts'
import { useColleagueName } from '#parts/people/colleagues.ts'

import { type ListedCustomer, fullName, isArchived } from './-columns.tsx'
import { customerFilters } from './-customer-filters.tsx'
import { CustomerListSearch, listDefaults, searchAt, toListQuery } from './-customer-list-search.ts'
import { CustomerListTools, NewCustomerButton } from './-customer-list-tools.tsx'
import { ListSelection } from './-list-selection.tsx'
import { useListedCustomers } from './-listed-customers.ts'

export const Route = createFileRoute('/_app/customers/')({
  validateSearch: CustomerListSearch,
  search: { middlewares: [stripSearchParams(listDefaults)] },
  loaderDeps: ({ search }) => toListQuery(search),
  // Not awaited: the screen shows its own skeleton, and the previous rows while the next page loads.
  loader: ({ context: { queryClient }, deps }) => {
    void queryClient.prefetchQuery(customers.list(deps))
    void queryClient.prefetchQuery(customFields.list())
  },
  component: CustomerList,
})

const NoCustomers = lazyWithRetry(async () => (await import('./-no-customers.tsx')).NoCustomers)
const RunningImport = lazyWithRetry(
  async () => (await import('#routes/-imports/running-import.tsx')).RunningImport,
)

function CustomerList() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const { data: current } = useSuspenseQuery(session.current())
  const { data: fields = noFields } = useQuery(customFields.list())
  const query = useMemo(() => toListQuery(search), [search])
  const list = useQuery(customers.list(query))
  const { rows: staying, leaving } = useStayingRows('customers', list.data?.rows)
  const idle = useIdle()
  const canManage = current.abilities.includes('customers.manage')
  const canImport = canManage && current.features.records
  const screen = useListScreen<CustomerRow, CustomerListSearch>({
    list,
    query,
    leaving,
    sort: search.sort,
    setSearch: (update, replace) => void navigate({ search: update, replace }),
  })
  const { total, isTotalStale, change } = screen
  const processor = useProcessor(list.data?.rows[0])
  const canArchive = current.features.records
  const { columns, rows } = useListedCustomers(staying, {
    fields,
    processor,
    hasState: canArchive && search.archived === 'all',
    hasFigures: canArchive,
  })
  const selected = useSelection({
    filter: JSON.stringify([query.search, query.filters]),
    rows,
    keep: fullName,
  })
  const rowOptions = useMemo(() => rowOptionsAt(search), [search])
  const filters = customerFilters({
    features: current.features,
    local: list.data?.filters,
    processor,
    fields: useFilterFields(fields, search.field, current.features),
    archived: search.archived,
    assignee: useAssignee(search.assigned, canManage),
  })
  const narrowing = useFilters({ filters, search, refused: list.error?.fields, change })
  const { chips, isNarrowed } = narrowing
  // Without customers there is nothing to filter; until that is known, the button's space is reserved.
  const canFilter = filters.length > 0 && (!list.data || total > 0 || isNarrowed)

  return (
    <ListPage
      title="Customers"
      one="customer"
      tools={
        <CustomerListTools
          columns={columns}
          query={query}
          total={total}
          features={current.features}
          canImport={canImport}
          idle={idle}
        />
      }
      actions={<NewCustomerButton canManage={canManage} />}
      note={
        idle &&
        canImport && (
          <Suspense>
            <RunningImport kind="customers" />
          </Suspense>
        )
      }
      list={list}
      screen={screen}
      rows={rows}
      columns={columns}
      otherSorts={personSorts}
      row={rowOptions}
      selection={canManage ? { selected: selected.selected, onSelect: selected.select } : undefined}
      controls={{ narrowing, searches: 'Search name, company, email, phone', canFilter }}
      nothing={
        <NoCustomers
          canManage={canManage}
          canImport={canImport}
          canArchive={canArchive}
          onArchived={() => change({ archived: 'yes' })}
        />
      }
    >
      <ListSelection
        selected={selected}
        query={query}
        narrowedBy={chips.map(({ label }) => label)}
        // Nothing is selected by the total of another search.
        total={isTotalStale ? 0 : total}
        features={current.features}
        canManage={canManage}
        idle={idle}
      />
    </ListPage>
  )
}

/** The fields to filter by. A link may name one that was retired since: it works, and only its name is missing. */
function useFilterFields(
  fields: readonly CustomFieldConfig[],
  chosen: number | undefined,
  { records }: Features,
) {
  const isRetired = fields !== noFields && chosen !== undefined && !fields.some(({ id }) => id === chosen)
  const { data: defined } = useQuery({ ...customFields.definitions(), enabled: isRetired && records })
  return isRetired ? [...fields, ...(defined?.fields ?? [])] : fields
}

/** Only those who may manage customers can choose among people. */
function useAssignee(assigned: CustomerListSearch['assigned'], canManage: boolean): string | undefined {
  const name = useColleagueName(canManage && assigned !== 'none' ? assigned : undefined)
  return canManage ? (assigned === 'none' ? 'nobody' : name) : undefined
}

const noFields: readonly never[] = []

/** The link of a row includes the list's state, so that the customer's page can link to the next one. */
const rowOptionsAt = (search: CustomerListSearch): RowOptions<ListedCustomer> => ({
  id: ({ id }) => id,
  picture,
  link: ({ id }, position) => ({
    to: '/customers/$id',
    params: { id: String(id) },
    search: searchAt(search, position),
  }),
  phone: (row) => ({
    detail: [
      ...(isArchived(row) ? ['Archived'] : []),
      row.business_information.company_name || row.email,
    ].join(' · '),
    end: <ContactAction name={fullName(row)} phone={row.phone} email={row.email} />,
  }),
})

function picture(row: CustomerRow) {
  const src = row.profile_photo_path && ownUrl(row.profile_photo_path)
  return <PersonAvatar name={fullName(row)} src={src} size={26} />
}

/** The name of the payment processor, once a customer's row contained it; a page without customers keeps it. */
function useProcessor(row: CustomerRow | undefined): string | undefined {
  const [known, setKnown] = useState<string>()
  const name = row && processorOf(row)?.name
  if (name !== undefined && name !== known) setKnown(name)
  return name ?? known
}
