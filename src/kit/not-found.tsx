import { IconMapPinOff } from '@tabler/icons-react'
import { useEffect } from 'react'

import { EmptyState } from './empty-state.tsx'
import { ButtonLink } from './link.tsx'

/** Shown for an address without a screen. */
export function NotFound() {
  useEffect(function name() {
    document.title = 'Page not found · Bureau'
  }, [])
  return (
    <EmptyState
      icon={IconMapPinOff}
      title="Page not found"
      isPage
      action={
        <ButtonLink to="/" variant="default">
          Back to overview
        </ButtonLink>
      }
    >
      The address may be mistyped, or the page may have moved.
    </EmptyState>
  )
}
