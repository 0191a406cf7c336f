import { Button, Group, SegmentedControl, Stack, Text, Textarea } from '@mantine/core'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'

import type { ApiError } from '#api/errors.ts'
import { type NoteInput, type NoteKind, longestNote, noteKinds } from '#contract/customers/notes.ts'
import { DateInput } from '#kit/date-input.tsx'
import { InlineProblem } from '#kit/inline-problem.tsx'
import { isFinishKey } from '#kit/page-keys.ts'

import { noteKind } from './note-kinds.ts'

interface Props {
  /** Initial values of the form. */
  initial: NoteInput
  /** The text of the button that saves. */
  saveLabel: string
  /** A colleague may change when to follow up, and nothing else. */
  isTextLocked?: boolean
  isSaving: boolean
  error: ApiError | null
  onChange: (input: NoteInput) => void
  onSave: (input: NoteInput) => void
  onCancel: () => void
}

/** The inputs of a note. Ctrl+Enter saves; Escape cancels unless the text was changed, which Cancel alone discards. */
export function NoteForm({
  initial,
  saveLabel,
  isTextLocked = false,
  isSaving,
  error,
  onChange,
  onSave,
  onCancel,
}: Props) {
  const [input, setInput] = useState(initial)
  const [isMissing, setMissing] = useState(false)
  const labelId = useId()
  const textarea = useRef<HTMLTextAreaElement>(null)
  useEffect(function startTyping() {
    textarea.current?.focus()
  }, [])
  const change = (more: Partial<NoteInput>) => {
    const next = { ...input, ...more }
    setInput(next)
    setMissing(false)
    onChange(next)
  }
  const save = () => {
    if (input.text.trim() === '') setMissing(true)
    else onSave(input)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (isFinishKey(event.nativeEvent)) {
      event.preventDefault()
      if (!event.repeat) save()
    }
    if (event.key === 'Escape' && input.text === initial.text) onCancel()
  }
  return (
    <Stack gap="xs" onKeyDown={onKeyDown}>
      <SegmentedControl
        size="xs"
        aria-label="Type"
        disabled={isTextLocked}
        value={input.kind}
        onChange={(kind) => change({ kind: kind as NoteKind })}
        data={noteKinds.map((kind) => ({ value: kind, label: noteKind[kind].title }))}
      />
      <Textarea
        aria-label={noteKind[input.kind].title}
        placeholder="What happened, what was agreed?"
        autosize
        minRows={3}
        maxRows={14}
        ref={textarea}
        disabled={isTextLocked}
        maxLength={longestNote}
        dir="auto"
        value={input.text}
        onChange={({ currentTarget }) => change({ text: currentTarget.value })}
        error={(isMissing && 'Enter a note') || error?.fields.text}
      />
      <Group gap="xs" wrap="nowrap">
        <Text size="sm" id={labelId} c="dimmed">
          Follow up on
        </Text>
        <DateInput
          aria-labelledby={labelId}
          size="xs"
          flex={1}
          maw={180}
          value={input.follow_up_on ?? ''}
          onDay={(day) => change({ follow_up_on: day === '' ? null : day })}
          error={error?.fields.follow_up_on}
        />
      </Group>
      <InlineProblem error={error} known={['text', 'follow_up_on']} />
      <Group gap="xs" justify="flex-end">
        <Button variant="subtle" color="gray" size="sm" onClick={onCancel}>
          Cancel
        </Button>
        <Button size="sm" loading={isSaving} onClick={save}>
          {saveLabel}
        </Button>
      </Group>
    </Stack>
  )
}
