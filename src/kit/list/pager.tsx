import { Group, NativeSelect, Pagination, Text } from '@mantine/core'

import { numberText } from '#lib/locale.ts'

interface PagerProps {
  page: number
  /** How many rows a page really has; Infinity where it has them all. */
  size: number
  total: number
  sizes: readonly number[]
  onPage: (page: number) => void
  onSize: (size: number) => void
}

/** Where in the list this page is, how long pages are, and the way to the others. */
export function ListPager({ page, size, total, sizes, onPage, onSize }: PagerProps) {
  const before = offsetOf({ page, size })
  const pages = Math.ceil(total / size)
  return (
    <Group justify="space-between" mt="sm" gap="sm">
      <Group gap="sm">
        <NativeSelect
          aria-label="Rows per page"
          data={[...new Set([...sizes, size])].map((each) => ({
            value: String(each),
            label: each === Infinity ? 'All rows' : `${each} rows`,
          }))}
          value={String(size)}
          onChange={({ currentTarget }) => onSize(Number(currentTarget.value))}
        />
        <Text size="sm" c="dimmed">
          {before < total ? `${numberText(before + 1)}–${numberText(Math.min(before + size, total))}` : 0} of{' '}
          {numberText(total)}
        </Text>
      </Group>
      {pages > 1 && (
        <Pagination
          total={pages}
          value={page}
          onChange={onPage}
          siblings={1}
          getControlProps={(control) => ({ 'aria-label': `${control} page` })}
          getItemProps={(item) => ({ 'aria-label': `Page ${item}` })}
        />
      )}
    </Group>
  )
}

/** What people choose from where a page may have any length. */
export const pageSizes = [10, 25, 50, 100] as const

/** How many rows stand before a page. */
export const offsetOf = ({ page, size }: { page: number; size: number }): number =>
  page === 1 ? 0 : (page - 1) * size
