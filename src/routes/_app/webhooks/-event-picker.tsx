import { Button, Checkbox, Group, Input, Stack, Text, TextInput } from '@mantine/core'
import { IconPlus, IconSearch } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { type Control, useController } from 'react-hook-form'

import type { EventType } from '#api/event-types.ts'
import type { WebhookForm } from '#api/webhook-form.ts'
import { EventName } from '#contract/webhooks/event-name.ts'
import { numberText } from '#lib/locale.ts'

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

/** Adds an event by its name, for services that send more than they list. */
function CustomEvent({ onAdd }: { onAdd: (name: string) => void }) {
  const [name, setName] = useState('')
  const [problem, setProblem] = useState<string>()
  const add = () => {
    const parsed = EventName.safeParse(name.trim())
    setProblem(parsed.error?.issues[0]?.message)
    if (!parsed.success) return
    onAdd(parsed.data)
    setName('')
  }
  return (
    <Group align="flex-end" gap="xs">
      <TextInput
        label="Custom event"
        description="For events that are sent but not listed above"
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
        ref={focusOnce}
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

/** The button that opened it is gone, and the focus with it. */
const focusOnce = (input: HTMLInputElement | null) => input?.focus()

interface EventGroupProps {
  /** The subject of the events: `contact`. */
  resource: string
  types: readonly { name: string; description: string }[]
  selected: readonly string[]
  onSelect: (names: readonly string[], isSelected: boolean) => void
}

/** The events of one resource under a header row that selects all of them. */
function EventGroup({ resource, types, selected, onSelect }: EventGroupProps) {
  const titleId = useId()
  const names = types.map(({ name }) => name)
  const count = names.filter((name) => selected.includes(name)).length
  return (
    <section className={classes['group']} role="group" aria-labelledby={titleId}>
      <div className={classes['head']}>
        <Text id={titleId} size="sm" fw={500} className={classes['title']}>
          {resource.replaceAll('_', ' ')}
        </Text>
        <Text size="xs" c="dimmed" className={classes['count']}>
          {numberText(count)} of {numberText(names.length)}
        </Text>
        <Checkbox
          label="All"
          aria-label={`All ${resource} events`}
          labelPosition="left"
          checked={count === names.length}
          indeterminate={count > 0 && count < names.length}
          onChange={(event) => onSelect(names, event.currentTarget.checked)}
        />
      </div>
      {types.map(({ name, description }) => (
        <Checkbox
          key={name}
          className={classes['event'] ?? ''}
          label={name}
          description={description || undefined}
          checked={selected.includes(name)}
          onChange={(event) => onSelect([name], event.currentTarget.checked)}
        />
      ))}
    </section>
  )
}
