import { Button, Group, Pill } from '@mantine/core'

export interface Chip {
  /** `Search: hopper` */
  readonly label: string
  readonly onRemove: () => void
}

export function ListChips({ chips, onClear }: { chips: readonly Chip[]; onClear: () => void }) {
  return (
    <Group gap="xs" mb="sm" role="group" aria-label="Filters">
      {chips.map(({ label, onRemove }) => (
        <Pill
          key={label}
          size="md"
          withRemoveButton
          onRemove={onRemove}
          removeButtonProps={{ 'aria-label': `Remove ${label}`, 'aria-hidden': false, tabIndex: 0 }}
          maw="100%"
        >
          {label}
        </Pill>
      ))}
      <Button variant="subtle" size="compact-sm" onClick={onClear}>
        Clear all
      </Button>
    </Group>
  )
}
