import { Button, Checkbox, Fieldset, Group, Input, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { IconPlus, IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { type Control, useController } from 'react-hook-form'

import type { EventType } from '#api/event-types.ts'
import type { WebhookForm } from '#api/webhook-form.ts'
import { EventName } from '#contract/events.ts'

interface Props {
  control: Control<WebhookForm>
  types: readonly EventType[]
}

/** Which events an endpoint gets: by resource, by search, or by a name the list does not have. */
export function EventPicker({ control, types }: Props) {
  const {
    field: { ref, value: names, onChange, onBlur },
    fieldState,
  } = useController({ control, name: 'events' })
  const [search, setSearch] = useState('')
  const chosen = new Set(names)
  const listed = new Set(types.map(({ name }) => name))
  const free = names.filter((name) => !listed.has(name)).map((name) => ({ name, description: '' }))
  const matching = [...types, ...free].filter(({ name, description }) =>
    `${name} ${description}`.toLowerCase().includes(search.trim().toLowerCase()),
  )
  const groups = Map.groupBy(matching, ({ name }) => name.split('.')[0] ?? name)
  const choose = (some: readonly string[], isOn: boolean) => {
    const without = names.filter((name) => !some.includes(name))
    onChange(isOn ? [...without, ...some] : without)
  }

  return (
    <Stack gap="sm" onBlur={onBlur}>
      <Group justify="space-between" align="flex-end" gap="sm">
        <TextInput
          ref={ref}
          label="Find an event"
          type="search"
          placeholder="invoice"
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          leftSection={<IconSearch size={16} aria-hidden />}
          aria-invalid={fieldState.error !== undefined}
          flex="1 1 200px"
        />
        <Text size="sm" c="dimmed" role="status">
          {names.length} chosen
        </Text>
      </Group>
      {fieldState.error && <Input.Error size="sm">{fieldState.error.message}</Input.Error>}
      {groups.size === 0 && (
        <Text size="sm" c="dimmed">
          No matching events. You can add any name below.
        </Text>
      )}
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        {[...groups].map(([resource, some]) => (
          <EventGroup key={resource} resource={resource} types={some} chosen={chosen} onChoose={choose} />
        ))}
      </SimpleGrid>
      <FreeEntry onAdd={(name) => choose([name], true)} />
    </Stack>
  )
}

interface GroupProps {
  resource: string
  types: readonly { name: string; description: string }[]
  chosen: ReadonlySet<string>
  onChoose: (names: readonly string[], isOn: boolean) => void
}

function EventGroup({ resource, types, chosen, onChoose }: GroupProps) {
  const names = types.map(({ name }) => name)
  const count = names.filter((name) => chosen.has(name)).length
  return (
    <Fieldset
      variant="default"
      p="sm"
      pt="xs"
      legend={
        <Checkbox
          label={`All ${resource} events`}
          fw={600}
          checked={count === names.length}
          indeterminate={count > 0 && count < names.length}
          onChange={(event) => onChoose(names, event.currentTarget.checked)}
        />
      }
    >
      <Stack gap={8}>
        {types.map(({ name, description }) => (
          <Checkbox
            key={name}
            label={name}
            description={description || undefined}
            checked={chosen.has(name)}
            onChange={(event) => onChoose([name], event.currentTarget.checked)}
          />
        ))}
      </Stack>
    </Fieldset>
  )
}

function FreeEntry({ onAdd }: { onAdd: (name: string) => void }) {
  const [name, setName] = useState('')
  const [problem, setProblem] = useState<string>()
  const add = () => {
    const read = EventName.safeParse(name.trim())
    setProblem(read.error?.issues[0]?.message)
    if (!read.success) return
    onAdd(read.data)
    setName('')
  }
  return (
    <Group align="flex-end" gap="xs">
      <TextInput
        label="Custom event"
        description="An event name not listed above"
        placeholder="quote.accepted"
        value={name}
        error={problem}
        onChange={(event) => {
          setName(event.currentTarget.value)
          setProblem(undefined)
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          add()
        }}
        spellCheck={false}
        autoComplete="off"
        flex="1 1 200px"
        maw={320}
      />
      <Button
        variant="default"
        leftSection={<IconPlus size={16} aria-hidden />}
        onClick={add}
        disabled={name.trim() === ''}
      >
        Add event
      </Button>
    </Group>
  )
}
