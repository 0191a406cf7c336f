import { Button, Group, Popover, Stack } from '@mantine/core'
import type { ReactNode } from 'react'

import { FilterTarget } from './filter-target.tsx'

interface Props {
  /** Its width in pixels. */
  width: number
  defaultOpened?: boolean
  onClear: () => void
  children: ReactNode
}

/** All filters of a list behind one button; each applies at once, and chips show what is set. */
export function FilterPanel({ width, defaultOpened = false, onClear, children }: Props) {
  return (
    <Popover
      position="bottom-start"
      width={width}
      withinPortal={false}
      trapFocus
      returnFocus
      defaultOpened={defaultOpened}
    >
      <Popover.Target>
        <FilterTarget />
      </Popover.Target>
      <Popover.Dropdown aria-label="Filters" mah="75dvh" style={{ overflowY: 'auto' }}>
        <Stack gap="sm">
          {children}
          <Group justify="flex-end">
            <Button variant="subtle" size="compact-sm" onClick={onClear}>
              Clear filters
            </Button>
          </Group>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
