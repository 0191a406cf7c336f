import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'

import { notes } from '#api/notes.ts'
import type { CustomerNote } from '#contract/customers/notes.ts'
import { LeaveDialog } from '#kit/leave-dialog.tsx'
import { useSingleFlightMutation } from '#kit/single-flight-mutation.ts'
import { toast } from '#kit/toast.ts'

import { NoteForm } from './note-form.tsx'
import { inputOf } from './note-kinds.ts'

import classes from './notes.module.css'

interface Props {
  /** As it is now. */
  note: CustomerNote
  /** As it was when the person began. */
  base: CustomerNote
  onBase: (note: CustomerNote) => void
  onClose: () => void
}

/** The form of a note in its place in the timeline; shows both versions once someone else has saved another one. */
export function NoteEditor({ note, base, onBase, onClose }: Props) {
  const [input, setInput] = useState(() => inputOf(base))
  const [takenFrom, setTakenFrom] = useState(0)
  const update = useSingleFlightMutation(notes.update())
  const isChanged = note.version !== base.version
  const isTouched = () => JSON.stringify(input) !== JSON.stringify(inputOf(base))
  return (
    <div className={classes.note}>
      {isChanged && (
        <div className={classes.theirs} role="alert">
          <Text size="sm" fw={500}>
            This note was changed while you were editing. It now says:
          </Text>
          <Text size="sm" className={classes.text ?? ''} dir="auto">
            {note.text}
          </Text>
          <Group gap="xs" mt={4}>
            <Button size="compact-sm" variant="default" onClick={() => onBase(note)}>
              Keep mine
            </Button>
            <Button
              size="compact-sm"
              variant="default"
              onClick={() => {
                setInput(inputOf(note))
                setTakenFrom(note.version)
                onBase(note)
              }}
            >
              Use this version
            </Button>
          </Group>
        </div>
      )}
      <NoteForm
        key={takenFrom}
        initial={input}
        saveLabel="Save"
        isTextLocked={!note.is_editable}
        isSaving={update.isPending}
        error={update.error?.kind === 'changed' ? null : update.error}
        onChange={setInput}
        onSave={(saved) =>
          update.mutate(
            { note: base, input: saved },
            {
              onSuccess: () => {
                onClose()
                void toast.success('Note saved')
              },
            },
          )
        }
        onCancel={onClose}
      />
      <LeaveDialog title="Leave without saving the note?" leaveWord="Discard changes" hasWork={isTouched} />
    </div>
  )
}
