import { Button } from '@mantine/core'
import { IconPencilPlus } from '@tabler/icons-react'
import { Suspense, useEffect, useRef, useState } from 'react'

import { notes } from '#api/notes.ts'
import type { NoteInput } from '#contract/notes.ts'
import { lazyWithRetry } from '#kit/lazy-with-retry.ts'
import { LeaveDialog } from '#kit/leave-dialog.tsx'
import { usePageActions } from '#kit/page-actions.ts'
import { usePageKeys } from '#kit/page-keys.ts'
import { useSingleFlightMutation } from '#kit/single-flight-mutation.ts'
import { toast } from '#kit/toast.ts'
import { newKey } from '#lib/new-key.ts'

const NoteForm = lazyWithRetry(async () => (await import('./note-form.tsx')).NoteForm)

const empty: NoteInput = { kind: 'note', text: '', is_pinned: false, follow_up_on: null }

/** Opens into the form of a new note; `N` opens it, too. */
export function NoteComposer({ customerId }: { customerId: number }) {
  const [isOpen, setOpen] = useState(false)
  const text = useRef('')
  const attempt = useRef<{ key: string; text: string } | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  const add = useSingleFlightMutation(notes.add(customerId))
  const close = () => {
    text.current = ''
    attempt.current = null
    add.reset()
    setOpen(false)
  }
  const wasOpen = useRef(false)
  useEffect(
    function returnFocus() {
      if (wasOpen.current && !isOpen) button.current?.focus()
      wasOpen.current = isOpen
    },
    [isOpen],
  )
  usePageKeys(({ key }) => {
    if (isOpen || key !== 'n') return false
    setOpen(true)
    return true
  })
  usePageActions(isOpen ? [] : [{ label: 'Add a note', icon: IconPencilPlus, run: () => setOpen(true) }])
  const save = (input: NoteInput) => {
    const fingerprint = JSON.stringify(input)
    // The same note again is the same request, so one whose response was lost isn't added twice.
    if (attempt.current?.text !== fingerprint) attempt.current = { key: newKey(), text: fingerprint }
    add.mutate(
      { input, key: attempt.current.key },
      {
        onSuccess: () => {
          close()
          void toast.success('Note added')
        },
      },
    )
  }
  if (!isOpen)
    return (
      <Button
        ref={button}
        variant="default"
        fullWidth
        justify="flex-start"
        leftSection={<IconPencilPlus size={16} aria-hidden />}
        aria-keyshortcuts="n"
        onClick={() => setOpen(true)}
      >
        Add a note
      </Button>
    )
  return (
    <Suspense>
      <NoteForm
        initial={empty}
        saveLabel="Add note"
        isSaving={add.isPending}
        error={add.error}
        onChange={(input) => (text.current = input.text)}
        onSave={save}
        onCancel={close}
      />
      <LeaveDialog
        title="Leave without saving the note?"
        leaveWord="Discard note"
        hasWork={() => text.current.trim() !== ''}
      />
    </Suspense>
  )
}
