import { ActionIcon, Button } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'

interface AddProps {
  label: string
  /** The maximum number of rows is reached. */
  disabled: boolean
  onClick: () => void
}

/** Adds a row to the rows of an input, below them. */
export const AddButton = ({ label, disabled, onClick }: AddProps) => (
  <Button
    variant="default"
    size="xs"
    w="fit-content"
    leftSection={<IconPlus size={14} aria-hidden />}
    disabled={disabled}
    onClick={onClick}
  >
    {label}
  </Button>
)

/** Removes its row. */
export const RemoveButton = ({ label, onClick }: Omit<AddProps, 'disabled'>) => (
  <ActionIcon variant="subtle" color="gray" size={36} aria-label={label} onClick={onClick}>
    <IconTrash size={16} aria-hidden />
  </ActionIcon>
)
