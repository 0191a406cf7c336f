import { fieldSettings } from '#api/field-settings.ts'
import type { FieldDefinition } from '#contract/customers/field-definition.ts'
import { ConfirmDialog } from '#kit/confirm-dialog.tsx'
import { useSingleFlightMutation } from '#kit/single-flight-mutation.ts'
import { toast } from '#kit/toast.ts'

/** Asks before a field is deleted, which can't be undone. */
export function DeleteFieldDialog({ field, onClose }: { field: FieldDefinition; onClose: () => void }) {
  const request = useSingleFlightMutation(fieldSettings.remove())
  // Gone already, or deleted by a request whose response was lost.
  const isGone = request.error?.kind === 'absent'
  const finish = () => {
    onClose()
    void toast.success('Field deleted')
  }
  const remove = () =>
    request.mutate(field, {
      onSuccess: finish,
      onError: ({ kind }) => kind === 'absent' && finish(),
    })
  return (
    <ConfirmDialog
      title="Delete this field?"
      action="Delete field"
      request={request}
      {...(isGone && { problem: null })}
      onConfirm={remove}
      onClose={onClose}
    >
      No customer has a value in <bdi>{field.name}</bdi>. Integrations and CSV files that use its key,{' '}
      <bdi>{field.key}</bdi>, will no longer find it. This can’t be undone.
    </ConfirmDialog>
  )
}
