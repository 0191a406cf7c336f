import { Button, Drawer, Pagination, Skeleton, Stack, Table, Text, Title } from '@mantine/core'
import { IconAddressBook } from '@tabler/icons-react'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import * as z from 'zod/mini'

import type { Contact } from '#contract/contacts.ts'

import { contacts } from '../../../api/contacts.ts'
import { session } from '../../../api/session.ts'
import { Ago } from '../../../kit/ago.tsx'
import { CodeBlock } from '../../../kit/code-block.tsx'
import { TextLink } from '../../../kit/link.tsx'
import { Locked } from '../../../kit/locked.tsx'
import { PageHeader } from '../../../kit/page-header.tsx'
import { Problem } from '../../../kit/problem.tsx'
import { cellText, contactName, otherFields } from './-contact-fields.ts'

const defaults = { page: 1, size: 25 } as const

export const Route = createFileRoute('/_app/contacts/')({
  validateSearch: z.object({
    page: z._default(z.catch(z.int().check(z.gte(1)), 1), 1),
    size: z._default(z.catch(z.int().check(z.gte(1), z.lte(100)), 25), 25),
  }),
  search: { middlewares: [stripSearchParams(defaults)] },
  component: Contacts,
})

function Contacts() {
  const { data: current } = useSuspenseQuery(session.current())
  return current.abilities.includes('contacts.view') ? (
    <ContactList />
  ) : (
    <Locked title="Contacts are locked" ability="contacts.view" />
  )
}

function ContactList() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const list = useQuery(contacts.list(search))
  const [raw, setRaw] = useState<Contact>()
  const rows = list.data?.rows ?? []
  const total = list.data?.total ?? 0
  const others = otherFields(rows)

  return (
    <>
      <PageHeader
        title="Contacts"
        subtitle={list.data ? `${total.toLocaleString('en-GB')} in all` : 'Loading …'}
      />
      {list.error && rows.length === 0 ? (
        <Problem error={list.error} retry={() => void list.refetch()} />
      ) : list.isPending ? (
        <Waiting />
      ) : rows.length === 0 ? (
        <Nothing />
      ) : (
        <Table.ScrollContainer minWidth={900} type="native" tabIndex={0} role="region" aria-label="Contacts">
          <Table
            highlightOnHover
            verticalSpacing="xs"
            opacity={list.isPlaceholderData ? 0.6 : 1}
            aria-busy={list.isFetching}
          >
            <Table.Thead>
              <Table.Tr>
                {['Name', 'Email', 'Phone', 'Company', 'Customer', ...others, 'Changed'].map((label) => (
                  <Table.Th key={label}>{label}</Table.Th>
                ))}
                <Table.Th>
                  <span aria-hidden />
                </Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {rows.map((row) => (
                <Table.Tr key={row.id}>
                  <Cell strong>{contactName(row)}</Cell>
                  <Cell>{row.email}</Cell>
                  <Cell>{row.phone}</Cell>
                  <Cell>{row.company_name}</Cell>
                  <Table.Td>
                    <CustomerLink contact={row} />
                  </Table.Td>
                  {others.map((field) => (
                    <Cell key={field}>{cellText(row[field])}</Cell>
                  ))}
                  <Table.Td>{row.updated_at && <Ago datetime={row.updated_at} />}</Table.Td>
                  <Table.Td ta="right">
                    <Button
                      variant="subtle"
                      size="compact-sm"
                      aria-label={`JSON of ${contactName(row)}`}
                      onClick={() => setRaw(row)}
                    >
                      JSON
                    </Button>
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
      {total > search.size && (
        <Pagination
          mt="md"
          total={Math.ceil(total / search.size)}
          value={search.page}
          onChange={(page) => void navigate({ search: (old) => ({ ...old, page }) })}
          getControlProps={(control) => ({ 'aria-label': `${control} page` })}
          getItemProps={(page) => ({ 'aria-label': `Page ${page}` })}
        />
      )}
      <Drawer
        opened={raw !== undefined}
        onClose={() => setRaw(undefined)}
        position="right"
        title={raw && contactName(raw)}
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        {raw && (
          <CodeBlock
            label="As the service sends it"
            text={JSON.stringify(raw, null, 2)}
            wraps
            maxHeight={640}
          />
        )}
      </Drawer>
    </>
  )
}

function Cell({ children, strong = false }: { children: ReactNode; strong?: boolean }) {
  return (
    <Table.Td maw={240}>
      <Text size="sm" fw={strong ? 550 : 400} lineClamp={2} dir="auto">
        {children}
      </Text>
    </Table.Td>
  )
}

/** The customer a contact came from; where the service does not say which, those with the same email. */
function CustomerLink({ contact: { customer_id, email, ...contact } }: { contact: Contact }) {
  if (customer_id != null)
    return (
      <TextLink
        to="/customers/$id"
        params={{ id: String(customer_id) }}
        size="sm"
        aria-label={`Open the customer ${contactName({ ...contact, email })}`}
      >
        Open
      </TextLink>
    )
  if (email)
    return (
      <TextLink
        to="/customers"
        search={{ search: email }}
        size="sm"
        aria-label={`Find customers with ${email}`}
      >
        Find
      </TextLink>
    )
  return null
}

function Waiting() {
  return (
    <Stack gap="xs" aria-hidden>
      {['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((key) => (
        <Skeleton key={key} height={40} />
      ))}
    </Stack>
  )
}

function Nothing() {
  return (
    <Stack align="center" py={64}>
      <IconAddressBook size={40} stroke={1.5} aria-hidden />
      <Title order={2} size="h3">
        No contacts yet
      </Title>
      <Text ta="center" maw={440}>
        Every new customer is a contact as well.
      </Text>
    </Stack>
  )
}
