import { Button, Group, Text } from '@mantine/core'
import { Suspense } from 'react'

import { lazyWithRetry } from '#kit/lazy-with-retry.ts'

import type { ChipsProps } from './chip-list.tsx'

const LazyChips = lazyWithRetry(async () => (await import('./chip-list.tsx')).ListChips)

/** A removable chip for each filter that is set. */
export function FilterChips<Change>(props: ChipsProps<Change>) {
  if (props.chips.length === 0) return null
  return (
    <Suspense fallback={<Place chips={props.chips} />}>
      <LazyChips {...props} />
    </Suspense>
  )
}

/** Keeps the place of the chips until their code has arrived, so that the rows below don't move. */
function Place<Change>({ chips }: Pick<ChipsProps<Change>, 'chips'>) {
  return (
    <Group gap="xs" mb="sm" aria-hidden style={{ visibility: 'hidden' }}>
      {chips.map(({ label }) => (
        <Text key={label} span size="sm" truncate maw="100%" ps={10} pe={34}>
          {label}
        </Text>
      ))}
      <Button variant="subtle" size="compact-sm">
        Clear all
      </Button>
      <Button variant="subtle" size="compact-sm">
        Save view
      </Button>
    </Group>
  )
}
