import { Group, Stack, Text, TextInput, UnstyledButton } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { customers } from '#api/customers.ts'
import { PersonAvatar } from '#kit/person-avatar.tsx'
import { ownUrl } from '#lib/own-url.ts'

import { type Granted, grantedIn } from '../-permission-rules.ts'
import { sentence } from '../-permission-sentence.ts'

const debounceMs = 250
const shown = 5

/** Finds a customer to copy permissions from. */
export function CopyPermissions({ onCopy }: { onCopy: (granted: Granted) => void }) {
  const [text, setText] = useState('')
  const [search] = useDebouncedValue(text.trim(), debounceMs)
  const { data, isFetching } = useQuery({
    ...customers.list({ page: 1, size: shown, search, sort: 'last_name' }),
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
      {rows.slice(0, shown).map((row) => {
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
