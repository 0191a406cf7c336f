import { ActionIcon, Group, Text } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'

import { customers } from '#api/customers.ts'
import { usePageKeys } from '#kit/page-keys.ts'
import { numberText } from '#lib/locale.ts'

import { type CustomerListSearch, toListQuery, searchAt } from '../-customer-list-search.ts'

import classes from './customer-navigation.module.css'

interface Neighbor {
  readonly id: number
  readonly page: number
}

/** Links to the customers before and after this one in the list it was opened from, if it is in there. */
export function CustomerNavigation({ id, list }: { id: number; list: CustomerListSearch }) {
  const navigate = useNavigate()
  const { before, after, position, total } = useNeighbors(id, list)
  const go = (to: Neighbor | undefined) => {
    if (to) void navigate({ to: '/customers/$id', params: { id: String(to.id) }, search: searchOf(list, to) })
  }
  usePageKeys(({ key }) => {
    if (key !== 'j' && key !== 'k') return false
    go(key === 'j' ? after : before)
    return true
  })
  if (position === undefined) return null
  return (
    <Group gap={6} wrap="nowrap" component="nav" aria-label="Customer navigation">
      <Text size="sm" c="dimmed" mr={4} style={{ fontVariantNumeric: 'tabular-nums' }}>
        {numberText(position)} of {numberText(total)}
      </Text>
      <NeighborLink to={before} list={list} label="Previous customer" icon={IconChevronLeft} />
      <NeighborLink to={after} list={list} label="Next customer" icon={IconChevronRight} />
    </Group>
  )
}

interface NeighborLinkProps {
  to: Neighbor | undefined
  list: CustomerListSearch
  label: string
  icon: typeof IconChevronLeft
}

/** The same box whether there is another customer or not, so that the two stay where they are. */
function NeighborLink({ to, list, label, icon: Icon }: NeighborLinkProps) {
  const icon = <Icon size={18} aria-hidden />
  if (!to)
    return (
      <ActionIcon variant="default" size="md" className={classes.end} disabled aria-label={label}>
        {icon}
      </ActionIcon>
    )
  return (
    <ActionIcon
      variant="default"
      size="md"
      aria-label={label}
      renderRoot={(props) => (
        <Link {...props} to="/customers/$id" params={{ id: String(to.id) }} search={searchOf(list, to)} />
      )}
    >
      {icon}
    </ActionIcon>
  )
}

const searchOf = (list: CustomerListSearch, { page }: Neighbor): CustomerListSearch => ({ ...list, page })

function useNeighbors(id: number, given: CustomerListSearch) {
  const list = searchAt(given, (given.page - 1) * (given.size === 'all' ? 0 : given.size))
  const { page } = list
  const size = toListQuery(list).size
  const here = useQuery(customers.list(toListQuery(list))).data
  const at = here?.rows.findIndex((row) => row.id === id) ?? -1
  const total = here?.total ?? 0
  const isFirst = at === 0 && page > 1
  const isLast = here !== undefined && at === here.rows.length - 1 && page * size < total
  const earlier = useQuery({
    ...customers.list(toListQuery({ ...list, page: page - 1 })),
    enabled: isFirst,
  }).data
  const later = useQuery({
    ...customers.list(toListQuery({ ...list, page: page + 1 })),
    enabled: isLast,
  }).data
  const on = (row: { id: number } | undefined, which: number): Neighbor | undefined =>
    row && { id: row.id, page: which }
  return {
    position: at === -1 ? undefined : (page - 1) * size + at + 1,
    total,
    before: isFirst ? on(earlier?.rows.at(-1), page - 1) : at > 0 ? on(here?.rows[at - 1], page) : undefined,
    after: isLast ? on(later?.rows[0], page + 1) : at >= 0 ? on(here?.rows[at + 1], page) : undefined,
  }
}
