import { Button } from '@mantine/core'
import { IconFilterOff } from '@tabler/icons-react'

import { EmptyState } from '#kit/empty-state.tsx'
import type { Failure } from '#kit/problem.tsx'

interface Props {
  error: Failure
  /** The names of the request whose controls say themselves what is wrong. */
  known: readonly string[]
  onClear: () => void
}

/** In place of a list that was asked for with a filter the service does not take. */
export function RefusedFilter({ error, known, onClear }: Props) {
  const rest = Object.entries(error.fields ?? {}).filter(([name]) => !known.includes(name))
  return (
    <EmptyState
      icon={IconFilterOff}
      title="Invalid filter"
      action={
        <Button variant="default" onClick={onClear}>
          Clear filters
        </Button>
      }
    >
      {rest.length === 0 ? 'See the highlighted filter.' : rest.map(([, text]) => text).join('. ')}
    </EmptyState>
  )
}
