import { Button, Group, Stack, Text, TextInput, UnstyledButton } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconCopy } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { type Control, useController } from 'react-hook-form'

import type { NewCustomer } from '#api/customer-form.ts'
import { customers } from '#api/customers.ts'
import { PersonAvatar } from '#kit/person-avatar.tsx'
import { ownUrl } from '#lib/own-url.ts'

import { PermissionMatrix } from '../-permission-matrix.tsx'
import { PermissionPresets } from '../-permission-presets.tsx'
import { type Granted, grantedIn } from '../-permission-rules.ts'
import { sentence } from '../-permission-sentence.ts'

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

const debounceMs = 250
const customersShown = 5

/** Finds a customer to copy permissions from. */
function CopyPermissions({ onCopy }: { onCopy: (granted: Granted) => void }) {
  const [text, setText] = useState('')
  const [search] = useDebouncedValue(text.trim(), debounceMs)
  const { data, isFetching } = useQuery({
    ...customers.list({ page: 1, size: customersShown, search, sort: 'last_name' }),
    enabled: search !== '',
  })
  const rows = search === '' ? [] : (data?.rows ?? [])
  return (
    <Stack gap="xs" maw={480}>
      <TextInput
        label="Copy permissions from"
        placeholder="Name, company or email"
        data-autofocus
        autoComplete="off"
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {rows.slice(0, customersShown).map((row) => {
        const granted = grantedIn(row.permissions)
        return (
          <UnstyledButton key={row.id} onClick={() => onCopy(granted)} p={6}>
            <Group wrap="nowrap" gap="sm">
              <PersonAvatar
                name={`${row.name} ${row.last_name}`}
                src={row.profile_photo_path === null ? null : ownUrl(row.profile_photo_path)}
                size={32}
              />
              <div>
                <Text size="sm" fw={500} dir="auto">
                  {row.name} {row.last_name}
                </Text>
                <Text size="xs" c="dimmed">
                  {sentence(granted)}
                </Text>
              </div>
            </Group>
          </UnstyledButton>
        )
      })}
      <Text size="sm" c="dimmed" role="status">
        {search !== '' && !isFetching && rows.length === 0 ? 'No customers found' : ''}
      </Text>
    </Stack>
  )
}
