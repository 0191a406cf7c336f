import { IconAddressBook } from '@tabler/icons-react'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import * as z from 'zod/mini'

import { contacts } from '#api/contacts.ts'
import { session } from '#api/session.ts'
import type { Contact } from '#contract/contacts.ts'
import { CodeBlock } from '#kit/code-block.tsx'
import { ColumnMenu, useColumnChoice } from '#kit/list/columns.tsx'
import { EmptyList } from '#kit/list/empty.tsx'
import { ListPager, offsetOf } from '#kit/list/pager.tsx'
import { ListAnswer, countText } from '#kit/list/result.tsx'
import { ListScreen } from '#kit/list/screen.tsx'
import { ListTable } from '#kit/list/table.tsx'
import { NoAccess } from '#kit/no-access.tsx'
import { PageHeader } from '#kit/page-header.tsx'
import { usePreviousDefined } from '#kit/previous-defined.ts'
import { SideDrawer } from '#kit/side-drawer.tsx'
import { pageDefaults, pageSearch, pageSizes } from '#lib/page-search.ts'

import { contactColumns } from './-columns.tsx'
import { contactName, otherFields } from './-contact-fields.ts'

export const Route = createFileRoute('/_app/contacts/')({
  validateSearch: z.object(pageSearch),
  search: { middlewares: [stripSearchParams(pageDefaults)] },
  component: Contacts,
})

function Contacts() {
  const { data: current } = useSuspenseQuery(session.current())
  return current.abilities.includes('contacts.view') ? (
    <ContactList />
  ) : (
    <NoAccess title="You don’t have access to contacts" ability="contacts.view" />
  )
}

function ContactList() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const list = useQuery(contacts.list(search))
  const [raw, setRaw] = useState<Contact>()
  const shown = usePreviousDefined(raw)
  const rows = list.data?.rows
  const total = list.data?.total ?? 0
  const columns = useColumnChoice(
    'contacts',
    useMemo(() => contactColumns(otherFields(rows ?? []), setRaw), [rows]),
  )
  const change = (next: Partial<typeof search>) =>
    void navigate({ search: (old) => ({ ...old, page: 1, ...next }) })

  return (
    <ListScreen>
      <PageHeader
        title="Contacts"
        subtitle={countText(list, 'contact')}
        actions={<ColumnMenu choice={columns} />}
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
        <ListTable
          label="Contacts"
          columns={columns}
          page={{
            rows,
            total,
            offset: offsetOf(search),
            isStale: list.isPlaceholderData,
          }}
          row={traits}
        />
      </ListAnswer>
      {total > 0 && (
        <ListPager
          {...search}
          total={total}
          sizes={pageSizes}
          onPage={(page) => change({ page })}
          onSize={(size) => change({ size })}
        />
      )}
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

const traits = { id: ({ id }: Contact) => id }
