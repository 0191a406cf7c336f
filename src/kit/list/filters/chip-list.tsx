import { Button, Group, Pill } from '@mantine/core'

import { useSaveView } from '#kit/list/save-view.ts'

import classes from './filters.module.css'

/** A filter that is set, in words, and the change that takes it away. */
export interface Chip<Change> {
  /** `Search: hopper` */
  readonly label: string
  readonly off: Change
  /** The label of its filter; absent for the search, whose input is in sight. */
  readonly opens?: string
}

/** The filters that are set, and the ways to take them away. */
export interface ChipsProps<Change> {
  chips: readonly Chip<Change>[]
  /** Opens the panel at that filter. */
  onOpen: (filter: string) => void
  onRemove: (off: Change) => void
  onClear: () => void
}

/** A chip for each filter that is set; each can be changed or removed, and all removed at once. */
export function ListChips<Change>({ chips, onOpen, onRemove, onClear }: ChipsProps<Change>) {
  const saveView = useSaveView()
  return (
    <Group gap="xs" mb="sm" role="group" aria-label="Filters">
      {chips.map(({ label, off, opens }) => (
        <Pill
          key={label}
          size="md"
          withRemoveButton
          onRemove={() => onRemove(off)}
          removeButtonProps={{ 'aria-label': `Remove ${label}`, 'aria-hidden': false, tabIndex: 0 }}
          maw="100%"
        >
          {opens === undefined ? (
            label
          ) : (
            <button type="button" className={classes['open']} onClick={() => onOpen(opens)}>
              {label}
            </button>
          )}
        </Pill>
      ))}
      <Button variant="subtle" size="compact-sm" onClick={onClear}>
        Clear all
      </Button>
      {/* It is offered later than the filters, and what is below must not move then. */}
      <Button
        variant="subtle"
        size="compact-sm"
        style={saveView ? undefined : { visibility: 'hidden' }}
        onClick={saveView}
      >
        Save view
      </Button>
    </Group>
  )
}
