import { Button } from '@mantine/core'
import { IconFilterOff } from '@tabler/icons-react'

import { EmptyState } from '#kit/empty-state.tsx'
import type { Failure } from '#kit/problem.tsx'

interface Props {
  error: Failure
  onClear: () => void
}

/** Shown instead of a list whose filter the service rejects. */
export function RefusedFilter({ error, onClear }: Props) {
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
      {Object.values(error.fields ?? {}).join('. ')}
    </EmptyState>
  )
}
