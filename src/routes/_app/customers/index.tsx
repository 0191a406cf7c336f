import {
  Checkbox,
  Group,
  Pagination,
  Skeleton,
  Stack,
  Table,
  Text,
  TextInput,
  Title,
  UnstyledButton,
  VisuallyHidden,
} from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconArrowDown, IconArrowUp, IconPlus, IconSearch, IconUsers } from '@tabler/icons-react'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import * as z from 'zod/mini'

import type { CustomerRow } from '#contract/customers.ts'

import { customers } from '../../../api/customers.ts'
import { usePendingIds } from '../../../api/pending-deletion.ts'
import { session } from '../../../api/session.ts'
import { ButtonLink, TextLink } from '../../../kit/link.tsx'
import { PageHeader } from '../../../kit/page-header.tsx'
import { PersonAvatar } from '../../../kit/person-avatar.tsx'
import { Problem } from '../../../kit/problem.tsx'
import { ownUrl } from '../../../lib/own-url.ts'
import { DeleteBar } from './-delete-bar.tsx'
import type { Selection } from './-deletion.tsx'
import { listDefaults, listSearch } from './-list-search.ts'

export const Route = createFileRoute('/_app/customers/')({
  validateSearch: z.object(listSearch),
  search: { middlewares: [stripSearchParams(listDefaults)] },
  loaderDeps: ({ search }) => search,
  // Not awaited: the screen shows its own skeleton, and the rows before while the next page loads.
  loader: ({ context, deps }) => void context.queryClient.prefetchQuery(customers.list(deps)),
  component: CustomerList,
})

const columns = [
  { sort: 'name', label: 'Name' },
  { sort: 'company_name', label: 'Company' },
  { sort: 'email', label: 'Email' },
  { sort: undefined, label: 'Phone' },
  { sort: undefined, label: 'May' },
] as const

function CustomerList() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const { data: current } = useSuspenseQuery(session.current())
  const list = useQuery(customers.list(search))
  const [selection, setSelection] = useState<Selection>(new Map())
  const hidden = usePendingIds()
  const canManage = current.abilities.includes('customers.manage')
  const find = useDebouncedCallback(
    (text: string) => void navigate({ search: (old) => ({ ...old, search: text, page: 1 }), replace: true }),
    250,
  )

  const rows = list.data?.rows.filter(({ id }) => !hidden.has(id)) ?? []
  const total = list.data?.total ?? 0
  const toggle = (row: CustomerRow) => {
    const next = new Map(selection)
    if (!next.delete(row.id)) next.set(row.id, fullName(row))
    setSelection(next)
  }

  return (
    <>
      <PageHeader
        title="Customers"
        subtitle={
          list.data ? `${total.toLocaleString('en-GB')} ${search.search ? 'found' : 'in all'}` : 'Loading …'
        }
        actions={
          canManage ? (
            <ButtonLink to="/customers/new" leftSection={<IconPlus size={18} aria-hidden />}>
              New customer
            </ButtonLink>
          ) : (
            <Text size="sm" c="dimmed">
              Adding customers needs the ability customers.manage
            </Text>
          )
        }
      />
      <Group mb="md">
        <TextInput
          aria-label="Search customers"
          placeholder="Search name, company, email, phone"
          type="search"
          defaultValue={search.search}
          onChange={(event) => find(event.currentTarget.value)}
          leftSection={<IconSearch size={16} aria-hidden />}
          w={{ base: '100%', sm: 340 }}
        />
      </Group>
      {list.error && rows.length === 0 ? (
        <Problem error={list.error} retry={() => void list.refetch()} />
      ) : list.isPending ? (
        <Waiting />
      ) : rows.length === 0 ? (
        <Nothing isSearch={search.search !== ''} />
      ) : (
        <Table.ScrollContainer minWidth={720} type="native" tabIndex={0} role="region" aria-label="Customers">
          <Table
            highlightOnHover
            verticalSpacing="xs"
            opacity={list.isPlaceholderData ? 0.6 : 1}
            aria-busy={list.isFetching}
          >
            <Table.Thead>
              <Table.Tr>
                <Table.Th w={40}>
                  <VisuallyHidden>Select</VisuallyHidden>
                </Table.Th>
                {columns.map(({ sort, label }) => (
                  <Heading
                    key={label}
                    label={label}
                    direction={
                      sort && search.sort.replace('-', '') === sort
                        ? search.sort === sort
                          ? 'ascending'
                          : 'descending'
                        : undefined
                    }
                    onSort={
                      sort
                        ? () =>
                            void navigate({
                              search: (old) => ({
                                ...old,
                                page: 1,
                                sort: old.sort === sort ? (`-${sort}` as const) : sort,
                              }),
                            })
                        : undefined
                    }
                  />
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {rows.map((row) => (
                <Table.Tr key={row.id} aria-selected={selection.has(row.id)}>
                  <Table.Td>
                    <Checkbox
                      aria-label={`Select ${fullName(row)}`}
                      checked={selection.has(row.id)}
                      disabled={!canManage}
                      onChange={() => toggle(row)}
                    />
                  </Table.Td>
                  <Table.Td>
                    <Group gap="sm" wrap="nowrap">
                      <PersonAvatar
                        name={fullName(row)}
                        src={row.profile_photo_path && ownUrl(row.profile_photo_path)}
                      />
                      <TextLink
                        to="/customers/$id"
                        params={{ id: String(row.id) }}
                        search={search}
                        fw={550}
                        lineClamp={2}
                      >
                        {fullName(row)}
                      </TextLink>
                    </Group>
                  </Table.Td>
                  <Table.Td>{row.business_information.company_name}</Table.Td>
                  <Table.Td>{row.email}</Table.Td>
                  <Table.Td>{row.phone}</Table.Td>
                  <Table.Td>
                    <Text size="sm" c="dimmed">
                      {glance(row)}
                    </Text>
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
      <DeleteBar selection={selection} onClear={() => setSelection(new Map())} />
    </>
  )
}

function Heading({
  label,
  direction,
  onSort,
}: {
  label: string
  direction: 'ascending' | 'descending' | undefined
  onSort: (() => void) | undefined
}) {
  const Arrow = direction === 'descending' ? IconArrowDown : IconArrowUp
  if (!onSort) return <Table.Th>{label}</Table.Th>
  return (
    <Table.Th aria-sort={direction ?? 'none'}>
      <UnstyledButton onClick={onSort} fz="sm" fw={700}>
        {label} {direction && <Arrow size={14} aria-hidden />}
      </UnstyledButton>
    </Table.Th>
  )
}

function Waiting(): ReactNode {
  return (
    <Stack gap="xs" aria-hidden>
      {['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((key) => (
        <Skeleton key={key} height={44} />
      ))}
    </Stack>
  )
}

function Nothing({ isSearch }: { isSearch: boolean }) {
  return (
    <Stack align="center" py={64}>
      <IconUsers size={40} stroke={1.5} aria-hidden />
      <Title order={2} size="h3">
        {isSearch ? 'No customer matches' : 'No customers yet'}
      </Title>
      {isSearch ? (
        <ButtonLink to="/customers" variant="default" reloadDocument>
          Clear the search
        </ButtonLink>
      ) : (
        <ButtonLink to="/customers/new">Create the first one</ButtonLink>
      )}
    </Stack>
  )
}

const fullName = ({ name, last_name }: CustomerRow) => `${name} ${last_name}`

function glance({ permissions }: CustomerRow): string {
  const count = Object.keys(permissions).length
  if (count === 0) return 'Nothing'
  return count === 16 ? 'Everything' : `${count} of 16 actions`
}
