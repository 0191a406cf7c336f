import { type DefaultError, type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'

import { usePageKeys } from '#kit/page-keys.ts'

/** A record next to another one in a list. */
export interface Neighbor {
  readonly id: number
  /** The page of the list that has it. */
  readonly page: number
}

interface Page {
  readonly rows: readonly { readonly id: number }[]
  readonly total: number
}

interface Options<Data extends Page, Key extends QueryKey> {
  /** The page of the list that the record was opened from. */
  readonly page: number
  readonly size: number
  readonly pageAt: (page: number) => UseQueryOptions<Data, DefaultError, Data, Key>
}

/** Returns the records before and after this one in a list, and its position there; none if it isn't on that page. */
export function useNeighbors<Data extends Page, Key extends QueryKey>(
  id: number,
  { page, size, pageAt }: Options<Data, Key>,
) {
  const here = useQuery(pageAt(page)).data
  const index = here?.rows.findIndex((row) => row.id === id) ?? -1
  const isFirst = index === 0 && page > 1
  const isLast = here !== undefined && index === here.rows.length - 1 && page * size < here.total
  const previous = useQuery({ ...pageAt(page - 1), enabled: isFirst }).data
  const next = useQuery({ ...pageAt(page + 1), enabled: isLast }).data
  const onPage = (row: { readonly id: number } | undefined, number: number): Neighbor | undefined =>
    row && { id: row.id, page: number }
  return {
    position: index === -1 ? undefined : (page - 1) * size + index + 1,
    total: here?.total ?? 0,
    before: isFirst
      ? onPage(previous?.rows.at(-1), page - 1)
      : index > 0
        ? onPage(here?.rows[index - 1], page)
        : undefined,
    after: isLast
      ? onPage(next?.rows[0], page + 1)
      : index >= 0
        ? onPage(here?.rows[index + 1], page)
        : undefined,
  }
}

/** Lets J and K go to the next and the previous record. */
export function useNeighborKeys(
  { before, after }: { before: Neighbor | undefined; after: Neighbor | undefined },
  open: (neighbor: Neighbor) => void,
) {
  usePageKeys(({ key }) => {
    if (key !== 'j' && key !== 'k') return false
    const neighbor = key === 'j' ? after : before
    if (neighbor) open(neighbor)
    return true
  })
}
