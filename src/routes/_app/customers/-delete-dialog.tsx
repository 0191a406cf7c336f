import { Code, List, Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { keptInTrashDays } from '#contract/customers/trash.ts'
import { FormDialog } from '#kit/form-dialog.tsx'
import { prepareToasts } from '#kit/toast.ts'
import { numberText } from '#lib/locale.ts'

import { type Selection, countOf, deleteWithUndo, whoOf } from './-deletion.tsx'
import { useProductionHost } from './-production-host.ts'
import { useHasTrash } from './-trash/use-has-trash.ts'

const namedAtMost = 10

prepareToasts()

interface Props {
  selection: Selection
  onClose: () => void
  /** Called when the deletion has started. */
  onDeleting: () => void
  onUndone?: () => void
}

/** Names the customers before they are deleted; then there is time to undo, and one call. */
export function DeleteDialog({ selection, onClose, onDeleting, onUndone }: Props) {
  const client = useQueryClient()
  const hasTrash = useHasTrash()
  const isOne = selection.size === 1
  const rest = selection.size - namedAtMost
  const host = useProductionHost()
  const [typed, setTyped] = useState('')
  const isConfirmed = host === null || typed.trim() === host
  const confirm = () => {
    onClose()
    void deleteWithUndo(client, selection, onUndone)
    onDeleting()
  }
  return (
    <FormDialog
      title={`Delete ${whoOf(selection)}?`}
      action={`Delete ${isOne ? 'customer' : countOf(selection.size)}`}
      isDestructive
      isDisabled={!isConfirmed}
      {...(host === null && { focus: 'cancel' })}
      onSubmit={confirm}
      onClose={onClose}
    >
      <Text size="sm">
        {hasTrash
          ? `${isOne ? 'The customer moves' : 'They move'} to the trash with their contacts, files, notes and custom field values, and can be restored for ${keptInTrashDays} days. Invoices are kept.`
          : 'Their contacts, files, notes and custom field values will be deleted too. Invoices are kept.'}
      </Text>
      {!isOne && (
        <List size="sm">
          {[...selection].slice(0, namedAtMost).map(([id, name]) => (
            <List.Item key={id}>{name}</List.Item>
          ))}
        </List>
      )}
      {rest > 0 && <Text size="sm">and {numberText(rest)} more</Text>}
      {host !== null && (
        <TextInput
          label={
            <>
              This account is in production. Type <Code style={{ overflowWrap: 'anywhere' }}>{host}</Code> to
              confirm
            </>
          }
          data-autofocus
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      )}
    </FormDialog>
  )
}
