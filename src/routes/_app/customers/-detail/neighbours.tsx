import { Button, Group, Text } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'

import { customers } from '#api/customers.ts'
import { ButtonLink } from '#kit/link.tsx'
import { usePageKeys } from '#kit/page-keys.ts'
import { numberText } from '#lib/locale.ts'

import { type CustomerListSearch, toListQuery, searchAt } from '../-customer-list-search.ts'

interface Neighbour {
  readonly id: number
  readonly page: number
}

/** The customers before and after this one in the list one came from; nothing when it is not in there. */
export function Neighbours({ id, list }: { id: number; list: CustomerListSearch }) {
  const navigate = useNavigate()
  const { before, after, position, total } = useNeighbours(id, list)
  const go = (to: Neighbour | undefined) => {
    if (to) void navigate({ to: '/customers/$id', params: { id: String(to.id) }, search: searchOf(list, to) })
  }
  usePageKeys(({ key }) => {
    if (key !== 'j' && key !== 'k') return false
    go(key === 'j' ? after : before)
    return true
  })
  if (position === undefined) return null
  return (
    <Group gap={4} wrap="nowrap" component="nav" aria-label="Customer navigation">
      <Step to={before} list={list} label="Previous customer" icon={IconChevronLeft} />
      <Text size="sm" c="dimmed" style={{ fontVariantNumeric: 'tabular-nums' }}>
        {numberText(position)} of {numberText(total)}
      </Text>
      <Step to={after} list={list} label="Next customer" icon={IconChevronRight} />
    </Group>
  )
}

interface StepProps {
  to: Neighbour | undefined
  list: CustomerListSearch
  label: string
  icon: typeof IconChevronLeft
}

function Step({ to, list, label, icon: Icon }: StepProps) {
  const look = { variant: 'subtle', size: 'compact-md', px: 6, 'aria-label': label } as const
  if (!to)
    return (
      <Button {...look} disabled>
        <Icon size={18} aria-hidden />
      </Button>
    )
  return (
    <ButtonLink {...look} to="/customers/$id" params={{ id: String(to.id) }} search={searchOf(list, to)}>
      <Icon size={18} aria-hidden />
    </ButtonLink>
  )
}

const searchOf = (list: CustomerListSearch, { page }: Neighbour): CustomerListSearch => ({ ...list, page })

function useNeighbours(id: number, given: CustomerListSearch) {
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
  const on = (row: { id: number } | undefined, which: number): Neighbour | undefined =>
    row && { id: row.id, page: which }
  return {
    position: at === -1 ? undefined : (page - 1) * size + at + 1,
    total,
    before: isFirst ? on(earlier?.rows.at(-1), page - 1) : at > 0 ? on(here?.rows[at - 1], page) : undefined,
    after: isLast ? on(later?.rows[0], page + 1) : at >= 0 ? on(here?.rows[at + 1], page) : undefined,
  }
}
