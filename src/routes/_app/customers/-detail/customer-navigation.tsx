import { ActionIcon, Group, Text } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'

import { customers } from '#api/customers.ts'
import { type Neighbor, useNeighborKeys, useNeighbors } from '#kit/list/neighbors.ts'
import { numberText } from '#lib/locale.ts'

import { type CustomerListSearch, toListQuery, searchAt } from '../-customer-list-search.ts'

import classes from './customer-navigation.module.css'

/** Links to the customers before and after this one in the list it was opened from, if it is in there. */
export function CustomerNavigation({ id, list }: { id: number; list: CustomerListSearch }) {
  const navigate = useNavigate()
  const start = searchAt(list, (list.page - 1) * (list.size === 'all' ? 0 : list.size))
  const pageAt = (page: number) => customers.list(toListQuery({ ...start, page }))
  const { size } = toListQuery(start)
  const { before, after, position, total } = useNeighbors(id, { page: start.page, size, pageAt })
  useNeighborKeys(
    { before, after },
    (to) =>
      void navigate({ to: '/customers/$id', params: { id: String(to.id) }, search: searchOf(list, to) }),
  )
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

/** The same size whether there is another customer or not, so that the buttons don't move. */
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
