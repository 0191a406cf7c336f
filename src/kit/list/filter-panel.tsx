import { Button, Popover, type PopoverProps, Stack } from '@mantine/core'

import { FilterTarget } from './filter-target.tsx'

interface Props extends Pick<PopoverProps, 'width' | 'defaultOpened' | 'children'> {
  onClear: () => void
}

/** All filters of a list behind one button; each applies at once, and chips show what is set. */
export const FilterPanel = ({ onClear, children, ...rest }: Props) => (
  <Popover position="bottom-start" withinPortal={false} trapFocus returnFocus {...rest}>
    <Popover.Target>
      <FilterTarget />
    </Popover.Target>
    <Popover.Dropdown aria-label="Filters" mah="75dvh" style={{ overflowY: 'auto' }}>
      <Stack gap="sm">
        {children}
        <Button variant="subtle" size="compact-sm" ms="auto" onClick={onClear}>
          Clear filters
        </Button>
      </Stack>
    </Popover.Dropdown>
  </Popover>
)
