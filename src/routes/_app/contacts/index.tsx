import { IconAddressBook } from '@tabler/icons-react'
import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import * as z from 'zod/mini'

import { contacts } from '#api/contacts.ts'
import { csvExports } from '#api/exports.ts'
import { session } from '#api/session.ts'
import type { Contact } from '#contract/contacts.ts'
import { CodeBlock } from '#kit/code-block.tsx'
import { ContactAction } from '#kit/contact-action.tsx'
import { ColumnMenu, useColumnChoice } from '#kit/list/columns.tsx'
import { EmptyList } from '#kit/list/empty.tsx'
import { ListExport } from '#kit/list/export.tsx'
import { ListPager } from '#kit/list/pager.tsx'
import { ListAnswer, countText } from '#kit/list/result.tsx'
import type { RowOptions } from '#kit/list/rows.tsx'
import { ListScreen } from '#kit/list/screen.tsx'
import { ListTable } from '#kit/list/table.tsx'
import { useListScreen } from '#kit/list/use-list-screen.ts'
import { NoAccess } from '#kit/no-access.tsx'
import { PageHeader } from '#kit/page-header.tsx'
import { usePreviousDefined } from '#kit/previous-defined.ts'
import { SideDrawer } from '#kit/side-drawer.tsx'
import { pageDefaults, pageSearch } from '#lib/page-search.ts'

import { contactColumns } from './-columns.tsx'
import { contactName, otherFields } from './-contact-fields.ts'

export const Route = createFileRoute('/_app/contacts/')({
  validateSearch: z.object(pageSearch),
  search: { middlewares: [stripSearchParams(pageDefaults)] },
  loaderDeps: ({ search }) => search,
  // Not awaited: the screen shows its own skeleton, and the previous rows while the next page loads.
  loader: ({ context: { queryClient }, deps }) => {
    const known = queryClient.getQueryData(session.current().queryKey)
    if (known?.abilities.includes('contacts.view')) void queryClient.prefetchQuery(contacts.list(deps))
  },
  component: Contacts,
})

function Contacts() {
  const { data: current } = useSuspenseQuery(session.current())
  return current.abilities.includes('contacts.view') ? (
    <ContactList features={current.features} />
  ) : (
    <NoAccess title="You don’t have access to contacts" ability="contacts.view" />
  )
}

function ContactList({ features }: { features: readonly string[] }) {
  const queryClient = useQueryClient()
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const list = useQuery(contacts.list(search))
  const [raw, setRaw] = useState<Contact>()
  const shown = usePreviousDefined(raw)
  const { rows, total, change, page, pager } = useListScreen<Contact, typeof search>({
    list,
    query: search,
    setSearch: (update, replace) => void navigate({ search: update, replace }),
  })
  const columns = useColumnChoice(
    'contacts',
    useMemo(() => contactColumns(otherFields(rows ?? []), setRaw), [rows]),
  )

  return (
    <ListScreen>
      <PageHeader
        title="Contacts"
        subtitle={countText(list, 'contact')}
        actions={
          <>
            <ListExport
              name="contacts"
              one="contact"
              total={total}
              file={csvExports.contacts(queryClient, features)}
              disabled={total === 0}
            />
            <ColumnMenu choice={columns} />
          </>
        }
      />
      <ListAnswer
        list={list}
        empty={
          <EmptyList
            icon={IconAddressBook}
            isPastTheEnd={total > 0}
            onFirstPage={() => change({ page: 1 })}
            nothing={{ title: 'No contacts yet', hint: 'Every new customer is also added here.' }}
          />
        }
      >
        <ListTable label="Contacts" columns={columns} page={page} row={rowOptions} />
      </ListAnswer>
      {pager && <ListPager {...pager} />}
      <SideDrawer
        opened={raw !== undefined}
        title={shown ? contactName(shown) : 'Contact'}
        size="md"
        onClose={() => setRaw(undefined)}
      >
        {shown && <CodeBlock label="Raw JSON" text={JSON.stringify(shown, null, 2)} wraps maxHeight={640} />}
      </SideDrawer>
    </ListScreen>
  )
}

const rowOptions: RowOptions<Contact> = {
  id: ({ id }) => id,
  phone: (contact) => ({
    detail: contact.company_name || contact.email,
    end: <ContactAction name={contactName(contact)} phone={contact.phone} email={contact.email} />,
  }),
}
