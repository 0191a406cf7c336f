import { IconAddressBook } from '@tabler/icons-react'
import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { useMemo } from 'react'

import { contacts } from '#api/contacts.ts'
import { isDeniedByService } from '#api/denied-abilities.ts'
import { csvExports, exportSelected } from '#api/exports.ts'
import { prefetchForSession, session } from '#api/session.ts'
import type { Features } from '#contract/access/session.ts'
import type { Contact } from '#contract/customers/contacts.ts'
import { ContactAction } from '#kit/contact-action.tsx'
import { EmptyState } from '#kit/empty-state.tsx'
import { ButtonLink } from '#kit/link.tsx'
import { useColumnChoice } from '#kit/list/columns.tsx'
import { ListExport } from '#kit/list/export.tsx'
import { type ListFilter, yesNo } from '#kit/list/filters/filter.tsx'
import { useFilters } from '#kit/list/filters/filters.tsx'
import { ListPage } from '#kit/list/list-page.tsx'
import type { RowOptions } from '#kit/list/rows.tsx'
import { useSelection } from '#kit/list/selection.ts'
import { useListScreen } from '#kit/list/use-list-screen.ts'
import { NoAccess } from '#kit/no-access.tsx'
import { PersonAvatar } from '#kit/person-avatar.tsx'
import { contactName, otherFields } from '#parts/contacts/contact-fields.ts'
import { NewContactButton } from '#parts/contacts/new-contact-button.tsx'
import { customerFilter } from '#parts/customers/customer-filter.tsx'
import { useCustomerName } from '#parts/customers/customer-select.tsx'
import { useCustomersById } from '#parts/customers/use-customers-by-id.ts'
import { ExportSelection } from '#parts/lists/export-selection.tsx'
import { personSorts } from '#parts/lists/other-sorts.ts'
import { useStayingRows } from '#parts/lists/staying-rows.ts'
import { SavedViews } from '#parts/views/saved-views.tsx'

import { contactColumns } from './-contact-columns.tsx'
import { ContactDrawer } from './-contact-drawer.tsx'
import { ContactListSearch, listDefaults, toListQuery } from './-contact-list-search.ts'
import { DeleteSelected } from './-deletion.tsx'

export const Route = createFileRoute('/_app/contacts/')({
  validateSearch: ContactListSearch,
  search: { middlewares: [stripSearchParams(listDefaults)] },
  loaderDeps: ({ search: { open: _open, ...list } }) => list,
  // Not awaited: the screen shows its own skeleton, and the previous rows while the next page loads.
  loader: ({ context: { queryClient }, deps }) =>
    prefetchForSession(queryClient, ({ abilities, features }) => {
      if (abilities.includes('contacts.view'))
        void queryClient.prefetchQuery(contacts.list(toListQuery(deps, features)))
    }),
  component: Contacts,
})

function Contacts() {
  const { data: current } = useSuspenseQuery(session.current())
  return current.abilities.includes('contacts.view') ? (
    <ContactList features={current.features} canManage={current.abilities.includes('contacts.manage')} />
  ) : (
    <NoAccess
      title="You don’t have access to contacts"
      ability="contacts.view"
      isDeniedByService={isDeniedByService('contacts.view')}
    />
  )
}

function ContactList({ features, canManage }: { features: Features; canManage: boolean }) {
  const queryClient = useQueryClient()
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const query = toListQuery(search, features)
  const list = useQuery(contacts.list(query))
  const { rows, leaving } = useStayingRows('contacts', list.data?.rows)
  const screen = useListScreen<Contact, ContactListSearch>({
    list,
    query,
    leaving,
    sort: features.records ? search.sort : undefined,
    setSearch: (update, replace) => void navigate({ search: update, replace }),
  })
  const { total, change } = screen
  const canEdit = features.records
  const names = useCustomerNames(rows, features)
  const columns = useColumnChoice(
    'contacts',
    useMemo(() => contactColumns(otherFields(rows ?? []), names), [rows, names]),
  )
  const canFilter = features.records
  const customerName = useCustomerName(search.customer)
  const narrowing = useFilters({
    filters: canFilter ? contactFilters(customerName) : [],
    search: canFilter ? search : { ...search, search: '' },
    refused: list.error?.fields,
    change,
  })
  const selected = useSelection<Contact, string>({
    filter: JSON.stringify({ ...query, page: 0, size: 0, sort: '' }),
    rows,
    keep: contactName,
  })
  const file = csvExports.contacts(queryClient, features, query)

  return (
    <ListPage
      title="Contacts"
      one="contact"
      tools={
        <>
          {canFilter && <SavedViews list="/contacts" columns={columns} />}
          <ListExport name="contacts" one="contact" total={total} file={file} disabled={total === 0} />
        </>
      }
      actions={canEdit && <NewContactButton canManage={canManage} />}
      list={list}
      screen={screen}
      rows={rows}
      columns={columns}
      otherSorts={personSorts}
      row={rowOptions}
      openId={search.open}
      selection={canEdit ? { selected: selected.selected, onSelect: selected.select } : undefined}
      controls={{
        narrowing,
        searches: 'Search name, company, email, phone',
        canSearch: canFilter,
        // Its space is reserved until it's known whether there are any.
        canFilter: canFilter && (!list.data || total > 0 || narrowing.isNarrowed),
      }}
      nothing={
        <EmptyState
          icon={IconAddressBook}
          title="No contacts yet"
          action={
            canEdit && canManage && <ButtonLink to="/contacts/new">Create your first contact</ButtonLink>
          }
        >
          Every customer you create is also added here.
        </EmptyState>
      }
    >
      <ExportSelection
        name="contacts"
        one="contact"
        file={selected.isAll ? file : exportSelected('contacts', [...selected.selection.keys()])}
        selected={selected}
        isNarrowed={narrowing.isNarrowed}
        total={screen.isTotalStale ? 0 : total}
      >
        {canManage && !selected.isAll && (
          <DeleteSelected selection={selected.selection} onDeleting={selected.clear} />
        )}
      </ExportSelection>
      <ContactDrawer
        id={search.open}
        rows={rows}
        onOpen={(open) => change({ open, page: search.page }, true)}
      />
    </ListPage>
  )
}

const rowOptions: RowOptions<Contact> = {
  id: ({ id }) => id,
  picture: (contact) => <PersonAvatar name={contactName(contact)} src={null} size={26} />,
  link: ({ id }) => ({ to: '/contacts', search: (old: object) => ({ ...old, open: id }) }),
  phone: (contact) => ({
    detail: contact.company_name || contact.email,
    end: <ContactAction name={contactName(contact)} phone={contact.phone} email={contact.email} />,
  }),
}

/** Returns the names of the customers that contacts belong to, by id; undefined where the service doesn't tell. */
function useCustomerNames(
  contacts: readonly Contact[] | undefined,
  features: Features,
): ReadonlyMap<number, string> | undefined {
  const ids = useMemo(
    () => [...new Set(contacts?.flatMap(({ customer_id }) => customer_id ?? []))].toSorted((a, b) => a - b),
    [contacts],
  )
  const isOffered = features.records
  const known = useCustomersById(ids, isOffered)
  return useMemo(
    () =>
      isOffered
        ? new Map([...(known ?? [])].map(([id, { name, last_name }]) => [id, `${name} ${last_name}`.trim()]))
        : undefined,
    [known, isOffered],
  )
}

/** The filters of the contact list; `customerName` is that of the one in the URL. */
const contactFilters = (customerName: string): readonly ListFilter<ContactListSearch>[] => [
  customerFilter(customerName),
  yesNo({
    label: 'Customer link',
    name: 'linked',
    yes: 'Linked to a customer',
    no: 'Not linked to a customer',
  }),
  yesNo({
    label: 'Email',
    name: 'email',
    param: 'has_email',
    yes: 'Has an email address',
    no: 'No email address',
  }),
  yesNo({
    label: 'Phone',
    name: 'phone',
    param: 'has_phone',
    yes: 'Has a phone number',
    no: 'No phone number',
  }),
]
