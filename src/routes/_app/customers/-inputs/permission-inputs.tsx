import { Button, Group, Stack, Text } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { type Control, useController } from 'react-hook-form'

import type { NewCustomer } from '#api/customer-form.ts'

import { PermissionMatrix } from '../-permission-matrix.tsx'
import { PermissionPresets } from '../-permission-presets.tsx'
import { type Granted } from '../-permission-rules.ts'
import { CopyPermissions } from './copy-permissions.tsx'

/** Permissions of the customer: a preset, another customer's, or one by one. */
export function PermissionInputs({ control }: { control: Control<NewCustomer> }) {
  const { field, fieldState } = useController({ control, name: 'permissions' })
  const [isCopying, setIsCopying] = useState(false)
  const copyId = useId()
  const set = (granted: Granted) => field.onChange(granted)
  return (
    <Stack>
      <Group gap="xs" justify="space-between">
        <PermissionPresets granted={field.value} onPreset={set} />
        <Button
          size="sm"
          variant="subtle"
          leftSection={<IconCopy size={16} aria-hidden />}
          aria-expanded={isCopying}
          aria-controls={copyId}
          onClick={() => setIsCopying(!isCopying)}
        >
          Copy from another customer
        </Button>
      </Group>
      <div id={copyId} hidden={!isCopying}>
        {isCopying && (
          <CopyPermissions
            onCopy={(granted) => {
              set(granted)
              setIsCopying(false)
            }}
          />
        )}
      </div>
      {fieldState.error && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {fieldState.error.message}
        </Text>
      )}
      <div>
        <PermissionMatrix granted={field.value} onChange={set} />
        <Text size="sm" c="dimmed" mt="xs">
          Create, edit and delete require view, so granting one also grants view; removing view removes all
          four. Use the arrow keys to move between checkboxes.
        </Text>
      </div>
    </Stack>
  )
}
