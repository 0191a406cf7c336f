import { Button } from '@mantine/core'
import { IconCloudOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'

import { Banner } from '#kit/banner.tsx'
import { type Failure, Problem } from '#kit/problem.tsx'
import { pluralize } from '#lib/pluralize.ts'

/** A list as the query layer has it: answered, refused, or both when only the last try failed. */
interface Asked {
  readonly data: { readonly rows: readonly unknown[]; readonly total: number } | undefined
  readonly error: Failure | null
  /** The total is that of another search. */
  readonly isTotalStale?: boolean
  readonly refetch: () => unknown
}

interface Props {
  list: Asked
  /** Shown instead of the error, where the screen knows better what to do about it. */
  refusal?: ReactNode
  /** What it shows when there is no row. */
  empty: ReactNode
  /** The rows, or what waits for them. */
  children: ReactNode
}

/** The result of loading a list: its rows, an empty state, or an error. */
export function ListAnswer({ list, refusal, empty, children }: Props) {
  const { data, error } = list
  const retry = () => void list.refetch()
  if (error && !data) return refusal || <Problem error={error} retry={retry} />
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
      {data?.rows.length === 0 ? empty : children}
    </>
  )
}

/** Returns the subtitle of a list: `42 results`, `1,204 customers`. */
export function countText({ data, error, isTotalStale }: Asked, one: string, many?: string): string {
  if (data && !isTotalStale) return pluralize(data.total, one, many)
  return error ? 'Couldn’t load' : 'Loading…'
}
