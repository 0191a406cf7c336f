import { Button } from '@mantine/core'
import { IconFilterOff } from '@tabler/icons-react'

import { EmptyState } from '#kit/empty-state.tsx'
import type { Failure } from '#kit/problem.tsx'

interface Props {
  error: Failure
  /** The request's parameters whose controls show the error themselves. */
  known: readonly string[]
  onClear: () => void
}

/** Shown instead of a list whose filter the service rejects. */
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
