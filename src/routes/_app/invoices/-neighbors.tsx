import { ActionIcon, Group, Text } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'

import { invoices } from '#api/invoices.ts'
import { type Neighbor, useNeighborKeys, useNeighbors } from '#kit/list/neighbors.ts'
import { numberText } from '#lib/locale.ts'

import { type InvoiceListSearch, toListQuery } from './-invoice-list-search.ts'

/** Buttons to the invoices before and after this one in the list it was opened from; nothing if it isn't in there. */
export function Neighbors({ id, list }: { id: number; list: InvoiceListSearch }) {
  const navigate = useNavigate()
  const { page, size } = list
  const pageAt = (number: number) => invoices.list(toListQuery({ ...list, page: number }))
  const { before, after, position, total } = useNeighbors(id, { page, size, pageAt })
  const open = (to: Neighbor) =>
    void navigate({ to: '/invoices/$id', params: { id: String(to.id) }, search: { ...list, page: to.page } })
  useNeighborKeys({ before, after }, open)
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
          onClick={() => to && open(to)}
        >
          <Icon size={16} aria-hidden />
        </ActionIcon>
      ))}
    </Group>
  )
}
