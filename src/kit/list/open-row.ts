import { type DefaultError, type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'

import { usePreviousDefined } from '#kit/previous-defined.ts'

export interface OpenRowProps<Row> {
  /** Undefined: closed. */
  readonly id: number | undefined
  /** The page of the list; its row is shown until the record itself has arrived. */
  readonly rows: readonly Row[] | undefined
  /** Undefined closes it. */
  readonly onOpen: (id: number | undefined) => void
}

interface Options<Row, Key extends QueryKey> extends OpenRowProps<Row> {
  readonly one: (id: number) => UseQueryOptions<Row, DefaultError, Row, Key>
}

/** Returns what a `RowDrawer` shows of the open row of a list: its record, and the rows before and after it on the page. */
export function useOpenRow<Row extends { readonly id: number }, Key extends QueryKey>({
  id,
  rows,
  one,
  onOpen,
}: Options<Row, Key>) {
  // While the drawer closes it still shows what it did, but a record that is being deleted isn’t asked for again.
  const shown = usePreviousDefined(id)
  const { data, error, refetch } = useQuery({ ...one(shown ?? 0), enabled: id !== undefined })
  const index = rows?.findIndex((row) => row.id === id) ?? -1
  const opening = (to: Row | undefined) => to && (() => onOpen(to.id))
  return {
    opened: id !== undefined,
    shown,
    record: { data: data ?? rows?.find((row) => row.id === shown), error, refetch },
    /** False as long as only the row of the list is there, which doesn’t know everything. */
    isRead: data !== undefined,
    walk: {
      before: index > 0 ? opening(rows?.[index - 1]) : undefined,
      after: index >= 0 ? opening(rows?.[index + 1]) : undefined,
    },
    onClose: () => onOpen(undefined),
  }
}
