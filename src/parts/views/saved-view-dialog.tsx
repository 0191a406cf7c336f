import { Button, Checkbox, Group, Modal, Stack, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'

import { ConfirmDialog } from '#kit/confirm-dialog.tsx'
import { InlineProblem } from '#kit/inline-problem.tsx'
import { type SavedView, isInSidebar, longestViewName, viewNamed } from '#lib/saved-views.ts'

import { type PersonView, usePersonViews } from './person-views.ts'
import { type ViewWrite, useViewWrite } from './view-writes.ts'

/** The dialog's purpose. */
export type DialogState =
  | { kind: 'save' }
  | { kind: 'rename'; view: PersonView }
  | { kind: 'delete'; view: PersonView }

type Shown = Pick<SavedView, 'list' | 'search' | 'columns'>

interface Props {
  dialog: DialogState | null
  shown: Shown
  /** The account that views can be shared in. */
  account: string
  onClose: () => void
}

/** Asks for the name of a view, or whether it may go. */
export function SavedViewDialog({ dialog, shown, account, onClose }: Props) {
  if (dialog?.kind === 'delete') return <Deletion view={dialog.view} onDone={onClose} />
  return (
    <Modal
      opened={dialog !== null}
      onClose={onClose}
      title={dialog?.kind === 'rename' ? 'Rename this view' : 'Save view'}
      closeButtonProps={{ 'aria-label': 'Close' }}
      // Its <header> is the head of a dialog; the page has its own already.
      attributes={{ header: { role: 'presentation' } }}
    >
      {dialog?.kind === 'save' && <SaveForm shown={shown} account={account} onDone={onClose} />}
      {dialog?.kind === 'rename' && <RenameForm view={dialog.view} onDone={onClose} />}
    </Modal>
  )
}

function SaveForm({ shown, account, onDone }: { shown: Shown; account: string; onDone: () => void }) {
  const own = usePersonViews().filter(isOwn)
  const [name, setName] = useState('')
  const [pinChoice, setPinned] = useState<boolean>()
  const [defaultChoice, setDefault] = useState<boolean>()
  const [shareChoice, setShared] = useState<boolean>()
  const taken = own.find((view) => view === viewNamed(own, shown.list, name))
  // A view that is replaced stays pinned, shared and the default, unless somebody chooses otherwise.
  const isPinned = pinChoice ?? taken?.isPinned ?? false
  const isDefault = defaultChoice ?? taken?.isDefault ?? false
  const isShared = shareChoice ?? taken?.stored.is_shared ?? false
  return (
    <NameForm
      name={name}
      onName={setName}
      note={taken && `Replaces the view “${taken.name}”.`}
      action="Save view"
      write={{
        kind: 'save',
        view: { ...shown, name: name.trim(), isPinned, isDefault },
        isShared,
        replaced: taken,
      }}
      onDone={onDone}
    >
      <Checkbox
        label="Pin to sidebar"
        checked={isPinned}
        onChange={(event) => setPinned(event.currentTarget.checked)}
      />
      {isInSidebar(shown.list) && (
        <Checkbox
          label="Make this the default view"
          description="Applied when you open the list from the sidebar; “All” still shows everything."
          checked={isDefault}
          onChange={(event) => setDefault(event.currentTarget.checked)}
        />
      )}
      <Checkbox
        label={`Share with everyone in ${account}`}
        description="Colleagues find it in their views. Pins and defaults stay your own."
        checked={isShared}
        onChange={(event) => setShared(event.currentTarget.checked)}
      />
    </NameForm>
  )
}

function RenameForm({ view, onDone }: { view: PersonView; onDone: () => void }) {
  const views = usePersonViews()
  const [name, setName] = useState(view.name)
  // With the version of now: what someone else changed meanwhile stays.
  const current = views.find(({ id }) => id === view.id) ?? view
  return (
    <NameForm
      name={name}
      onName={setName}
      action="Rename"
      write={{ kind: 'change', view: current, change: { name: name.trim() } }}
      onDone={onDone}
    />
  )
}

function NameForm({
  name,
  onName,
  note,
  action,
  write,
  onDone,
  children,
}: {
  name: string
  onName: (name: string) => void
  note?: string | undefined
  action: string
  write: ViewWrite
  onDone: () => void
  children?: ReactNode
}) {
  const [isTried, setTried] = useState(false)
  const { mutate, isPending, error, reset } = useViewWrite()
  const missing = name.trim() === '' ? 'Enter a name' : undefined
  const send = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (missing !== undefined) return
    mutate(write, { onSuccess: onDone })
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
          error={isTried ? (missing ?? error?.fields['name']) : undefined}
          onChange={(event) => {
            onName(event.currentTarget.value)
            reset()
          }}
        />
        {children}
        <InlineProblem error={error} known={['name']} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onDone}>
            Cancel
          </Button>
          <Button type="submit" loading={isPending}>
            {action}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function Deletion({ view, onDone }: { view: PersonView; onDone: () => void }) {
  const views = usePersonViews()
  const request = useViewWrite()
  const current = views.find(({ id }) => id === view.id) ?? view
  const isGone = request.error?.kind === 'absent'
  return (
    <ConfirmDialog
      title="Delete this view?"
      action="Delete view"
      request={request}
      {...(isGone && { problem: null })}
      onConfirm={() =>
        request.mutate(
          { kind: 'delete', view: current },
          // Gone already, or deleted by a request whose response was lost.
          { onSuccess: onDone, onError: ({ kind }) => kind === 'absent' && onDone() },
        )
      }
      onClose={onDone}
    >
      This deletes the saved view “<bdi>{view.name}</bdi>” {whereOf(view)}. Your data isn’t affected.
    </ConfirmDialog>
  )
}

const whereOf = ({ stored }: PersonView): string =>
  stored.is_shared ? 'for everyone it is shared with' : 'from all your browsers'

/** Whether a name of it is one that the person has taken. */
const isOwn = ({ stored }: PersonView) => stored.is_own
