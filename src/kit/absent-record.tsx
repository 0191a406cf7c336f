import type { ComponentProps } from 'react'

import { EmptyState } from './empty-state.tsx'
import { type Address, ButtonLink } from './link.tsx'

export interface Absent extends Pick<ComponentProps<typeof EmptyState>, 'icon' | 'title'> {
  /** Where such records are. */
  readonly back: Address & { readonly label: string }
  /** Why it may be gone. */
  readonly reason?: string
}

/** The page of a record that isn’t there. */
export const AbsentRecord = ({
  back: { label, ...list },
  reason = 'It belongs to another account, or the address is wrong.',
  ...absent
}: Absent) => (
  <EmptyState
    {...absent}
    isPage
    role="alert"
    action={
      <ButtonLink {...list} variant="default">
        {label}
      </ButtonLink>
    }
  >
    {reason}
  </EmptyState>
)
