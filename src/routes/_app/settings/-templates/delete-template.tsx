import { Button, Group } from '@mantine/core'
import type { DefaultError, UseMutationOptions } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'

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
  /** The draft of the form that changes it. */
  draft: { readonly close: () => Promise<void> }
  /** The effect on what was made with it. */
  children: ReactNode
}

/** Deletes a template of texts or invoices, which can't be undone, after asking. */
export function DeleteTemplate({ template, mutation, draft, children }: Props) {
  const navigate = useNavigate()
  const [isAsking, setAsking] = useState(false)
  const request = useSingleFlightMutation(mutation)
  const finish = async () => {
    setAsking(false)
    void toast.success('Template deleted')
    await draft.close()
    await navigate({ to: '/settings/templates', replace: true })
  }
  const isGone = request.error?.kind === 'absent'
  return (
    <Group mt="md">
      <Button variant="subtle" color="red" onClick={() => setAsking(true)}>
        Delete template
      </Button>
      {isAsking && (
        <ConfirmDialog
          title="Delete this template?"
          action="Delete template"
          request={request}
          {...(isGone && { problem: null })}
          onConfirm={() =>
            request.mutate(template, {
              onSuccess: () => void finish(),
              onError: ({ kind }) => kind === 'absent' && void finish(),
            })
          }
          onClose={() => setAsking(false)}
        >
          {children} This can’t be undone.
        </ConfirmDialog>
      )}
    </Group>
  )
}
