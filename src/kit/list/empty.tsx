import { Button } from '@mantine/core'
import { IconFilterOff, type Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'

import { EmptyState } from '#kit/empty-state.tsx'

interface Props {
  icon: Icon
  /** Other pages have rows. */
  isPastTheEnd: boolean
  onFirstPage: () => void
  /** Text when a search or filter matches nothing. */
  noMatch?: NoMatchProps | false
  /** Text when the list is empty. */
  nothing: { readonly title: string; readonly hint?: string; readonly action?: ReactNode }
}

interface NoMatchProps {
  readonly title: string
  readonly hint: string
  /** Says what is removed; all filters unless told otherwise. */
  readonly clear?: string
  readonly onClear: () => void
}

/** Why a list shows no row, and what to do about it. */
export function EmptyList({ icon, isPastTheEnd, onFirstPage, noMatch, nothing }: Props) {
  if (isPastTheEnd)
    return (
      <EmptyState
        icon={icon}
        title="This page doesn’t exist"
        action={
          <Button variant="default" onClick={onFirstPage}>
            Back to first page
          </Button>
        }
      />
    )
  if (!noMatch)
    return (
      <EmptyState icon={icon} title={nothing.title} action={nothing.action}>
        {nothing.hint}
      </EmptyState>
    )
  return <NoMatch {...noMatch} />
}

/** Why a search or filter finds nothing, and the way to take it away. */
export const NoMatch = ({ title, hint, clear = 'Clear filters', onClear }: NoMatchProps) => (
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
