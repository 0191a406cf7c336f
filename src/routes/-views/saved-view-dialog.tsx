import { Button, Checkbox, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'

import {
  type SavedView,
  addView,
  changeView,
  longestViewName,
  mostViews,
  viewNamed,
} from '#lib/saved-views.ts'

import { usePersonViews } from './person-views.ts'

/** What the dialog is open for. */
export type DialogState =
  | { kind: 'save' }
  | { kind: 'rename'; view: SavedView }
  | { kind: 'delete'; view: SavedView }

type Shown = Pick<SavedView, 'list' | 'search' | 'columns'>

const titles = {
  save: 'Save view',
  rename: 'Rename this view',
  delete: 'Delete this view?',
} as const

/** Asks for the name of a view, or whether it may go. */
export function SavedViewDialog({
  dialog,
  shown,
  onClose,
}: {
  dialog: DialogState | null
  shown: Shown
  onClose: () => void
}) {
  return (
    <Modal
      opened={dialog !== null}
      onClose={onClose}
      title={dialog ? titles[dialog.kind] : ''}
      closeButtonProps={{ 'aria-label': 'Close' }}
      // Its <header> is the head of a dialog; the page has its own already.
      attributes={{ header: { role: 'presentation' } }}
    >
      {dialog?.kind === 'save' && <SaveForm shown={shown} onDone={onClose} />}
      {dialog?.kind === 'rename' && <RenameForm view={dialog.view} onDone={onClose} />}
      {dialog?.kind === 'delete' && <Deletion view={dialog.view} onDone={onClose} />}
    </Modal>
  )
}

function SaveForm({ shown, onDone }: { shown: Shown; onDone: () => void }) {
  const [views, changeViews] = usePersonViews()
  const [name, setName] = useState('')
  const [pinChoice, setPinned] = useState<boolean>()
  const [defaultChoice, setDefault] = useState<boolean>()
  const taken = viewNamed(views, shown.list, name)
  // A view that is replaced stays pinned and the default, unless somebody chooses otherwise.
  const isPinned = pinChoice ?? taken?.isPinned ?? false
  const isDefault = defaultChoice ?? taken?.isDefault ?? false
  const isFull = views.length >= mostViews && !taken
  const save = () => {
    const view: SavedView = { ...shown, id: Date.now().toString(36), name: name.trim(), isPinned, isDefault }
    changeViews((all) => addView(all, view))
  }
  return (
    <NameForm
      name={name}
      onName={setName}
      note={taken && `Replaces the view “${taken.name}”.`}
      problem={isFull ? `You can save up to ${mostViews} views. Delete one first.` : undefined}
      action="Save view"
      onSave={save}
      onDone={onDone}
    >
      <Checkbox
        label="Pin to sidebar"
        checked={isPinned}
        onChange={(event) => setPinned(event.currentTarget.checked)}
      />
      <Checkbox
        label="Make this the default view"
        description="Applied when you open the list from the sidebar; “All” still shows everything."
        checked={isDefault}
        onChange={(event) => setDefault(event.currentTarget.checked)}
      />
    </NameForm>
  )
}

function RenameForm({ view, onDone }: { view: SavedView; onDone: () => void }) {
  const [views, changeViews] = usePersonViews()
  const [name, setName] = useState(view.name)
  const taken = viewNamed(views, view.list, name)
  return (
    <NameForm
      name={name}
      onName={setName}
      note={taken && taken.id !== view.id ? `Replaces the view “${taken.name}”.` : undefined}
      problem={undefined}
      action="Rename"
      onSave={() => changeViews((all) => changeView(all, view.id, { name: name.trim() }))}
      onDone={onDone}
    />
  )
}

function NameForm({
  name,
  onName,
  note,
  problem,
  action,
  onSave,
  onDone,
  children,
}: {
  name: string
  onName: (name: string) => void
  note: string | undefined
  problem: string | undefined
  action: string
  onSave: () => void
  onDone: () => void
  children?: ReactNode
}) {
  const [isTried, setTried] = useState(false)
  const missing = name.trim() === '' ? 'Enter a name' : undefined
  const send = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (missing ?? problem) return
    onSave()
    onDone()
  }
  return (
    <form onSubmit={send} noValidate>
      <Stack>
        <TextInput
          label="Name"
          placeholder="e.g. “Overdue, oldest first”"
          maxLength={longestViewName}
          data-autofocus
          value={name}
          description={note}
          error={problem ?? (isTried ? missing : undefined)}
          onChange={(event) => onName(event.currentTarget.value)}
        />
        {children}
        <Group justify="flex-end">
          <Button variant="default" onClick={onDone}>
            Cancel
          </Button>
          <Button type="submit">{action}</Button>
        </Group>
      </Stack>
    </form>
  )
}

function Deletion({ view, onDone }: { view: SavedView; onDone: () => void }) {
  const [, changeViews] = usePersonViews()
  const remove = () => {
    changeViews((all) => all.filter(({ id }) => id !== view.id))
    onDone()
  }
  return (
    <Stack>
      <Text dir="auto">
        This deletes the saved view “{view.name}” from this browser. Your data isn’t affected.
      </Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={onDone} data-autofocus>
          Cancel
        </Button>
        <Button color="red" onClick={remove}>
          Delete view
        </Button>
      </Group>
    </Stack>
  )
}
