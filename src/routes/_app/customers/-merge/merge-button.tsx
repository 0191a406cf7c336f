import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { Suspense, useState } from 'react'

import { lazyWithRetry } from '#kit/lazy-with-retry.ts'

const MergeDialog = lazyWithRetry(async () => (await import('./merge-dialog.tsx')).MergeDialog)

interface Props {
  survivor: number
  other: number
  onMerged: () => void
}

/** Merges the two selected customers, and leads to the one that stays. */
export function MergeButton({ survivor, other, onMerged }: Props) {
  const navigate = useNavigate()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button size="compact-md" variant="default" onClick={() => setIsOpen(true)}>
        Merge…
      </Button>
      {isOpen && (
        <Suspense>
          <MergeDialog
            survivor={survivor}
            other={other}
            onClose={() => setIsOpen(false)}
            onMerged={(id) => {
              setIsOpen(false)
              onMerged()
              void navigate({ to: '/customers/$id', params: { id: String(id) } })
            }}
          />
        </Suspense>
      )}
    </>
  )
}
