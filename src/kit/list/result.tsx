import { Button } from '@mantine/core'
import { IconAlertTriangle, IconCloudOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'

import { Banner } from '#kit/banner.tsx'
import { type Failure, Problem } from '#kit/problem.tsx'
import { listText, numberText } from '#lib/locale.ts'
import { pluralize } from '#lib/pluralize.ts'

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
  /** The total is that of another search. */
  readonly isTotalStale?: boolean
  readonly refetch: () => unknown
}

interface Props {
  list: Asked
  /** Shown instead of the error, where the screen knows better what to do about it. */
  refusal?: ReactNode
  /** Shown when there is no row. */
  empty: ReactNode
  /** The rows, or what waits for them. */
  children: ReactNode
}

/** The result of loading a list: its rows, an empty state, or an error. */
export function ListAnswer({ list, refusal, empty, children }: Props) {
  const { data, error } = list
  const { unreadable = [], missing = 0 } = data ?? {}
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
      {unreadable.length > 0 && (
        <Banner icon={IconAlertTriangle}>
          <strong>Couldn’t be read:</strong> {unreadableText(unreadable)}. The service sent data that Bureau
          doesn’t understand.
        </Banner>
      )}
      {missing > 0 && (
        <Banner icon={IconAlertTriangle}>
          <strong>{pluralize(missing, 'row isn’t', 'rows aren’t')} listed.</strong> The service has more than
          it lists, or more than Bureau can list.
        </Banner>
      )}
      {data?.rows.length !== 0 || data.gaps?.length ? children : unreadable.length === 0 && empty}
    </>
  )
}

const mostIds = 10

/** `ID 17, ID 18 and 3 more rows` */
function unreadableText(unreadable: readonly { readonly id: number | null }[]): string {
  const named = unreadable.flatMap(({ id }) => (id === null ? [] : [`ID ${id}`])).slice(0, mostIds)
  const rest = unreadable.length - named.length
  if (named.length === 0) return pluralize(rest, 'row')
  return listText(rest > 0 ? [...named, `${numberText(rest)} more`] : named, 'and')
}

/** Returns the subtitle of a list: `42 results`, `1,204 customers`. */
export function countText({ data, error, isTotalStale }: Asked, one: string, many?: string): string {
  if (data && !isTotalStale) return pluralize(data.total, one, many)
  return error ? 'Couldn’t load' : 'Loading…'
}
