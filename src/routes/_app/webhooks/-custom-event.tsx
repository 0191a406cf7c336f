import { Button, Group, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'

import { EventName } from '#contract/webhooks/event-name.ts'

/** Adds an event by its name, for services that send more than they list. */
export function CustomEvent({ onAdd }: { onAdd: (name: string) => void }) {
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
