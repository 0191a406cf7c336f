import { Button } from '@mantine/core'
import { IconCloudOff } from '@tabler/icons-react'
import { type ReactNode, Suspense } from 'react'

import { Banner } from '#kit/banner.tsx'
import { lazyWithRetry } from '#kit/lazy-with-retry.ts'
import { type Failure, Problem } from '#kit/problem.tsx'
import { pluralize } from '#lib/pluralize.ts'

// What is rare, and follows an answer: the network is there.
const IncompleteList = lazyWithRetry(async () => (await import('./incomplete.tsx')).IncompleteList)
const NoMatch = lazyWithRetry(async () => (await import('./empty.tsx')).NoMatch)

/** A list as the query layer has it: answered, refused, or both when only the last try failed. */
interface Asked {
  readonly data:
    | {
        readonly rows: readonly unknown[]
        readonly total: number
        /** Rows that the service sent in a form we don’t know. */
        readonly unreadable?: readonly { readonly id: number | null }[]
        /** Those of them that the table shows. */
        readonly gaps?: readonly unknown[]
        /** How many rows the service says it has but doesn’t send. */
        readonly missing?: number
      }
    | undefined
  readonly error: Failure | null
  readonly refetch: () => unknown
}

interface Props {
  list: Asked
  /** Takes all filters away, such as the one that the service refuses. */
  onClear?: (() => void) | undefined
  /** Shown when there is no row. */
  empty: ReactNode
  /** The rows, or what waits for them. */
  children: ReactNode
}

/** The result of loading a list: its rows, an empty state, or an error. */
export function ListAnswer({ list, onClear, empty, children }: Props) {
  const { data, error } = list
  const { unreadable = [], missing = 0 } = data ?? {}
  const retry = () => void list.refetch()
  if (error && !data) {
    const refused = Object.values(error.fields ?? {})
    return onClear && refused.length > 0 ? (
      <Suspense>
        <NoMatch rows="" title="Invalid filter" hint={refused.join('. ')} onClear={onClear} />
      </Suspense>
    ) : (
      <Problem error={error} retry={retry} />
    )
  }
  return (
    <>
      {error && (
        <Banner
          icon={IconCloudOff}
          action={
            <Button size="compact-sm" variant="default" onClick={retry}>
              Try again
            </Button>
          }
        >
          <strong>This may be out of date.</strong> {error.message}.
        </Banner>
      )}
      {(unreadable.length > 0 || missing > 0) && (
        <Suspense>
          <IncompleteList unreadable={unreadable} missing={missing} />
        </Suspense>
      )}
      {data?.rows.length !== 0 || data.gaps?.length ? children : unreadable.length === 0 && empty}
    </>
  )
}

/** Returns the subtitle of a list: `42 results`, `1,204 customers`. The last argument is what `useListScreen` returns. */
export function countText(
  { data, error }: Asked,
  one: string,
  { isTotalStale = false, leaving = 0 }: { isTotalStale?: boolean; leaving?: number } = {},
): string {
  if (data && !isTotalStale) return pluralize(data.total - leaving, one)
  return error ? 'Couldn’t load' : 'Loading…'
}
