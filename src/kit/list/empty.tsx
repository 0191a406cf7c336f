import { Button } from '@mantine/core'
import { IconFileOff, IconFilterOff } from '@tabler/icons-react'

import { EmptyState } from '#kit/empty-state.tsx'

/** In place of a page behind the last one. */
export const PastTheEnd = ({ onFirstPage }: { onFirstPage: () => void }) => (
  <EmptyState
    icon={IconFileOff}
    title="This page doesn’t exist"
    action={
      <Button variant="default" onClick={onFirstPage}>
        Back to first page
      </Button>
    }
  />
)

interface NoMatchProps {
  /** "Credit notes" */
  rows: string
  title?: string
  hint?: string
  /** Says what is removed; all filters unless told otherwise. */
  clear?: string
  onClear: () => void
}

/** Why a search or filter finds nothing, and the way to take it away. */
export const NoMatch = ({
  rows,
  title = `No matching ${rows.toLowerCase()}`,
  hint = 'Try fewer words, or remove a filter.',
  clear = 'Clear filters',
  onClear,
}: NoMatchProps) => (
  <EmptyState
    icon={IconFilterOff}
    title={title}
    action={
      <Button variant="default" onClick={onClear}>
        {clear}
      </Button>
    }
  >
    {hint}
  </EmptyState>
)
