import { ActionIcon, Group, Text } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'

import { invoices } from '#api/invoices.ts'
import { usePageKeys } from '#kit/page-keys.ts'
import { numberText } from '#lib/locale.ts'

import { type InvoiceListSearch, toListQuery } from './-invoice-list-search.ts'

interface Neighbor {
  readonly id: number
  /** Of the list. */
  readonly page: number
}

/** The invoices before and after this one in the list one came from; nothing when it isn't in there. */
export function Neighbors({ id, list }: { id: number; list: InvoiceListSearch }) {
  const navigate = useNavigate()
  const { before, after, position, total } = useNeighbors(id, list)
  const go = (to: Neighbor | undefined) => {
    if (!to) return
    void navigate({ to: '/invoices/$id', params: { id: String(to.id) }, search: { ...list, page: to.page } })
  }
  usePageKeys(({ key }) => {
    if (key !== 'j' && key !== 'k') return false
    go(key === 'j' ? after : before)
    return true
  })
  if (position === undefined) return null
  return (
    <Group gap={4} wrap="nowrap" component="nav" aria-label="Invoice navigation">
      <Text size="sm" c="dimmed" me={4} style={{ fontVariantNumeric: 'tabular-nums' }}>
        {numberText(position)} of {numberText(total)}
      </Text>
      {(
        [
          ['Previous invoice', IconChevronUp, before],
          ['Next invoice', IconChevronDown, after],
        ] as const
      ).map(([label, Icon, to]) => (
        <ActionIcon
          key={label}
          variant="default"
          size="lg"
          aria-label={label}
          disabled={to === undefined}
          onClick={() => go(to)}
        >
          <Icon size={16} aria-hidden />
        </ActionIcon>
      ))}
    </Group>
  )
}

function useNeighbors(id: number, list: InvoiceListSearch) {
  const { page, size } = list
  const pageAt = (wanted: number) => invoices.list(toListQuery({ ...list, page: wanted }))
  const { data: here } = useQuery(pageAt(page))
  const index = here?.rows.findIndex((row) => row.id === id) ?? -1
  const isFirst = index === 0 && page > 1
  const isLast = here !== undefined && index === here.rows.length - 1 && page * size < here.total
  const { data: earlier } = useQuery({ ...pageAt(page - 1), enabled: isFirst })
  const { data: later } = useQuery({ ...pageAt(page + 1), enabled: isLast })
  const on = (row: { id: number } | undefined, which: number): Neighbor | undefined =>
    row && { id: row.id, page: which }
  return {
    position: index === -1 ? undefined : (page - 1) * size + index + 1,
    total: here?.total ?? 0,
    before: isFirst
      ? on(earlier?.rows.at(-1), page - 1)
      : index > 0
        ? on(here?.rows[index - 1], page)
        : undefined,
    after: isLast ? on(later?.rows[0], page + 1) : index >= 0 ? on(here?.rows[index + 1], page) : undefined,
  }
}
