import { Button, Group, Input, Stack, Text, TextInput } from '@mantine/core'
import { IconPlus, IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { type Control, useController } from 'react-hook-form'

import type { EventType } from '#api/event-types.ts'
import type { WebhookForm } from '#api/webhook-form.ts'
import { numberText } from '#lib/locale.ts'

import { CustomEvent } from './-custom-event.tsx'
import { EventGroup } from './-event-group.tsx'

import classes from './-event-picker.module.css'

interface Props {
  control: Control<WebhookForm>
  types: readonly EventType[]
}

/** Which events an endpoint gets: by resource, by search, or by a name that isn't listed. */
export function EventPicker({ control, types }: Props) {
  const {
    field: { ref, value: selected, onChange, onBlur },
    fieldState,
  } = useController({ control, name: 'events' })
  const [search, setSearch] = useState('')
  const [isCustomOpen, setIsCustomOpen] = useState(false)
  const listed = new Set(types.map(({ name }) => name))
  const custom = selected.filter((name) => !listed.has(name)).map((name) => ({ name, description: '' }))
  const matching = [...types, ...custom].filter(({ name, description }) =>
    `${name} ${description}`.toLowerCase().includes(search.trim().toLowerCase()),
  )
  const groups = Map.groupBy(matching, ({ name }) => name.split('.')[0] ?? name)
  const select = (names: readonly string[], isSelected: boolean) => {
    const rest = selected.filter((name) => !names.includes(name))
    onChange(isSelected ? [...rest, ...names] : rest)
  }

  return (
    <Stack gap="sm" onBlur={onBlur}>
      <Group justify="space-between" gap="sm">
        <TextInput
          ref={ref}
          aria-label="Find an event"
          type="search"
          placeholder="Find an event"
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          leftSection={<IconSearch size={16} aria-hidden />}
          aria-invalid={fieldState.error !== undefined}
          flex="1 1 200px"
        />
        <Text size="xs" c="dimmed" role="status">
          {numberText(selected.length)} selected
        </Text>
      </Group>
      {fieldState.error && <Input.Error size="sm">{fieldState.error.message}</Input.Error>}
      {groups.size === 0 ? (
        <Text size="sm" c="dimmed">
          No matching events.
        </Text>
      ) : (
        <div className={classes['groups']}>
          {[...groups].map(([resource, some]) => (
            <EventGroup
              key={resource}
              resource={resource}
              types={some}
              selected={selected}
              onSelect={select}
            />
          ))}
        </div>
      )}
      {isCustomOpen ? (
        <CustomEvent onAdd={(name) => select([name], true)} />
      ) : (
        <Button
          variant="subtle"
          size="xs"
          w="fit-content"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => setIsCustomOpen(true)}
        >
          Add an event that isn’t listed
        </Button>
      )}
    </Stack>
  )
}
