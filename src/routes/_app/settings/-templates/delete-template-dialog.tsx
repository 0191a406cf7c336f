import type { DefaultError, UseMutationOptions } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import { ConfirmDialog } from '#kit/confirm-dialog.tsx'
import { useSingleFlightMutation } from '#kit/single-flight-mutation.ts'
import { toast } from '#kit/toast.ts'

interface Seen {
  readonly id: number
  readonly version: number
}

interface Props {
  template: Seen
  /** Deletes a template of that kind. */
  mutation: UseMutationOptions<undefined, DefaultError, Seen>
  onDeleted: () => void
  onClose: () => void
  /** The effect on what was made with it. */
  children: ReactNode
}

/** Asks before a template of texts or invoices is deleted, which can't be undone. */
export function DeleteTemplateDialog({ template, mutation, onDeleted, onClose, children }: Props) {
  const request = useSingleFlightMutation(mutation)
  const finish = () => {
    onClose()
    onDeleted()
    void toast.success('Template deleted')
  }
  const isGone = request.error?.kind === 'absent'
  return (
    <ConfirmDialog
      title="Delete this template?"
      action="Delete template"
      request={request}
      {...(isGone && { problem: null })}
      onConfirm={() =>
        request.mutate(template, {
          onSuccess: finish,
          onError: ({ kind }) => kind === 'absent' && finish(),
        })
      }
      onClose={onClose}
    >
      {children} This can’t be undone.
    </ConfirmDialog>
  )
}
