import { Button, Popover, Stack } from '@mantine/core'
import type { SyntheticEvent } from 'react'

import { controls } from './filter-controls.tsx'
import { FilterTarget } from './filter-target.tsx'
import type { FilterButtonProps } from './filters.tsx'

import classes from './filters.module.css'

function keepOpen(event: SyntheticEvent) {
  if (!event.currentTarget.contains(event.target as Node)) event.stopPropagation()
}

/** All filters of a list behind one button; each applies at once, and chips show what is set. */
export const FilterPanel = <Search,>({
  filters,
  search,
  refused,
  opened,
  onOpened,
  onClear,
  change,
}: FilterButtonProps<Search>) => (
  <Popover
    opened={opened !== undefined}
    onChange={(isOpen) => onOpened(isOpen ? '' : undefined)}
    position="bottom-start"
    width={320}
    withinPortal={false}
    trapFocus
    returnFocus
    // It would handle the key before a calendar or a list inside it does.
    closeOnEscape={false}
  >
    <Popover.Target>
      <FilterTarget onClick={() => onOpened(opened === undefined ? '' : undefined)} />
    </Popover.Target>
    <Popover.Dropdown
      aria-label="Filters"
      mah="75dvh"
      style={{ overflowY: 'auto' }}
      // What a control opens elsewhere in the document is not outside.
      onMouseDown={keepOpen}
      onTouchStart={keepOpen}
      onKeyDown={(event) => {
        const target = event.target as Element
        const isOwn =
          target.closest('[role=dialog]') === event.currentTarget && target.ariaExpanded !== 'true'
        if (event.key === 'Escape' && isOwn) onOpened(undefined)
      }}
    >
      <Stack gap="sm">
        {filters.map((filter) => (
          <div
            key={filter.label}
            className={classes['control']}
            ref={(control) => {
              // Of the filter whose chip has opened the panel.
              if (control && filter.label === opened)
                control.querySelector('input, select')?.setAttribute('data-autofocus', '')
            }}
          >
            {filter.control(controls, {
              search,
              error: filter.params.map((name) => refused[name]).find(Boolean),
              change,
            })}
          </div>
        ))}
        <Button variant="subtle" size="compact-sm" ms="auto" onClick={onClear}>
          Clear filters
        </Button>
      </Stack>
    </Popover.Dropdown>
  </Popover>
)
