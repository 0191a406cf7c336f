import { Button } from '@mantine/core'
import { IconPencilPlus } from '@tabler/icons-react'
import { Suspense, useEffect, useRef, useState } from 'react'

import { notes } from '#api/notes.ts'
import type { NoteInput } from '#contract/customers/notes.ts'
import { useAttempt } from '#kit/attempt.ts'
import { lazyWithRetry } from '#kit/lazy-with-retry.ts'
import { LeaveDialog } from '#kit/leave-dialog.tsx'
import { usePageActions } from '#kit/page-actions.ts'
import { usePageKeys } from '#kit/page-keys.ts'
import { toast } from '#kit/toast.ts'

const NoteForm = lazyWithRetry(async () => (await import('#parts/timeline/note-form.tsx')).NoteForm)

const empty: NoteInput = { kind: 'note', text: '', is_pinned: false, follow_up_on: null }

/** Opens into the form of a new note; `N` opens it, too. */
export function NoteComposer({ customerId }: { customerId: number }) {
  const [isOpen, setOpen] = useState(false)
  const text = useRef('')
  const button = useRef<HTMLButtonElement>(null)
  const add = useAttempt(notes.add(customerId))
  const close = () => {
    text.current = ''
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
  const save = (input: NoteInput) =>
    add.mutate(
      { input },
      {
        onSuccess: () => {
          close()
          void toast.success('Note added')
        },
      },
    )
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
