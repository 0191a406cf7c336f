import { CloseButton, Group, NativeSelect, Pagination, Text, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { Suspense, useRef, useState } from 'react'

import { numberText } from '../lib/locale.ts'
import { lazily } from './lazily.ts'
import type { ChipsProps } from './list-chips.tsx'
import type { ListColumn, ListSort } from './list-columns.tsx'
import { usePageKeys, useSingleKeys } from './page-keys.ts'

const searchAfterMs = 250

interface SearchProps {
  /** `Search customers` */
  label: string
  placeholder: string
  /** What the URL says. */
  value: string
  /** Why the service does not take it. */
  error?: string | undefined
  /** Replaces it in the URL. */
  onSearch: (text: string) => void
}

/** Searches while one types; `/` leads here from anywhere on the page. */
export function ListSearch({ label, placeholder, value, error, onSearch }: SearchProps) {
  const input = useRef<HTMLInputElement>(null)
  const [hasSingleKeys] = useSingleKeys()
  const [text, setText] = useState(value)
  const [seen, setSeen] = useState(value)
  // On their way into the URL. What else appears there came by another way, such as "back".
  const [sent, setSent] = useState<readonly string[]>([])
  const search = useDebouncedCallback((typed: string) => {
    if (typed === value) return
    setSent([...sent, typed])
    onSearch(typed)
  }, searchAfterMs)
  if (value !== seen) {
    setSeen(value)
    setSent(sent.slice(sent.indexOf(value) + 1))
    if (!sent.includes(value)) setText(value)
  }
  const change = (typed: string) => {
    setText(typed)
    search(typed)
  }
  usePageKeys(({ key }) => {
    if (key !== '/') return false
    input.current?.focus()
    input.current?.select()
    return true
  })
  return (
    <TextInput
      ref={input}
      aria-label={label}
      aria-keyshortcuts={hasSingleKeys ? '/' : undefined}
      placeholder={placeholder}
      type="search"
      maxLength={200}
      value={text}
      error={error}
      onChange={({ currentTarget }) => change(currentTarget.value)}
      onKeyDown={({ key }) => key === 'Enter' && search.flush()}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={
        text !== '' && <CloseButton size="sm" aria-label="Clear search" onClick={() => change('')} />
      }
      flex={{ base: '1 1 100%', xs: '1 1 13rem' }}
      maw={{ xs: '20rem' }}
    />
  )
}

interface SortSelectProps<Row> {
  columns: readonly ListColumn<Row>[]
  sort: ListSort
  /** Sorts that no column stands for: `-id` → `Newest first`. */
  others: Readonly<Record<string, string>>
}

/** The sorts of a list by name, for those who see no heads of columns and for the ones that have none. */
export function SortSelect<Row>({ columns, sort, others }: SortSelectProps<Row>) {
  const named = columns.flatMap(({ sort: by, sortWords: [up, down] = ['A to Z', 'Z to A'], label }) =>
    by === undefined
      ? []
      : [
          { value: by, label: `${label}, ${up}` },
          { value: `-${by}`, label: `${label}, ${down}` },
        ],
  )
  return (
    <NativeSelect
      aria-label="Sort by"
      data={[...Object.entries(others).map(([value, label]) => ({ value, label })), ...named]}
      value={sort.by}
      onChange={({ currentTarget }) => sort.onSort(currentTarget.value)}
    />
  )
}

const LazyChips = lazily(async () => (await import('./list-chips.tsx')).ListChips)

/** What narrows the list, each with a way out. */
export function FilterChips<Change>(props: ChipsProps<Change>) {
  if (props.chips.length === 0) return null
  return (
    <Suspense>
      <LazyChips {...props} />
    </Suspense>
  )
}

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
