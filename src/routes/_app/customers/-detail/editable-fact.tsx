import { ActionIcon } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'

import { Fact, FactState } from '#kit/facts.tsx'
import { lazyWithRetry } from '#kit/lazy-with-retry.ts'

import type { FactPath } from '../-edit/change-fact.ts'

const FactEditor = lazyWithRetry(async () => (await import('../-edit/fact-editor.tsx')).FactEditor)

interface Props {
  customerId: number
  path: FactPath
  label: string
  value: string | null | undefined
  /** Whether this person may change it here. */
  canEdit: boolean
  /** Instead of the bare value. */
  children?: ReactNode
}

/** A value of a customer that can be changed in its place. */
export function EditableFact({ customerId, path, canEdit, ...fact }: Props) {
  const [isOpen, setOpen] = useState(false)
  const pencil = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(false)
  useEffect(
    function returnFocus() {
      if (wasOpen.current && !isOpen) pencil.current?.focus()
      wasOpen.current = isOpen
    },
    [isOpen],
  )
  const { label, value, children } = fact
  if (isOpen)
    return (
      <FactState label={label}>
        <Suspense fallback={children ?? value}>
          <FactEditor
            customerId={customerId}
            path={path}
            label={label}
            value={value ?? ''}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      </FactState>
    )
  return (
    <Fact
      {...fact}
      action={
        canEdit && (
          <ActionIcon
            ref={pencil}
            variant="subtle"
            color="gray"
            size="sm"
            aria-label={`Change ${label.toLowerCase()}`}
            onClick={() => setOpen(true)}
          >
            <IconPencil size={15} aria-hidden />
          </ActionIcon>
        )
      }
    />
  )
}
