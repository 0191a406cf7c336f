import { Button } from '@mantine/core'
import { IconFilterOff, IconPackages } from '@tabler/icons-react'

import { EmptyState } from '../../../kit/empty-state.tsx'

interface Props {
  isNarrowed: boolean
  isPastTheEnd: boolean
  onClear: () => void
  onFirstPage: () => void
}

/** Why the catalogue shows nothing, and what to do about it. */
export function NothingFound({ isNarrowed, isPastTheEnd, onClear, onFirstPage }: Props) {
  if (isPastTheEnd)
    return (
      <EmptyState
        icon={IconPackages}
        title="The catalogue ends before this page"
        action={
          <Button variant="default" onClick={onFirstPage}>
            Go to the first page
          </Button>
        }
      />
    )
  if (isNarrowed)
    return (
      <EmptyState
        icon={IconFilterOff}
        title="Nothing in the catalogue matches"
        action={
          <Button variant="default" onClick={onClear}>
            Clear the filters
          </Button>
        }
      >
        Take a filter away, or search for less.
      </EmptyState>
    )
  return (
    <EmptyState icon={IconPackages} title="The catalogue is empty">
      Services and products appear here as soon as this account has some.
    </EmptyState>
  )
}
