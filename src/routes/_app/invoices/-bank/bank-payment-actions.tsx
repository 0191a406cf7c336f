import { IconArchive, IconRotate2, IconTrash } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'

import { bankPayments } from '#api/bank-payments.ts'
import type { BankPayment } from '#contract/invoices/bank-payments.ts'
import { useAttempt } from '#kit/attempt.ts'
import { ConfirmDialog } from '#kit/confirm-dialog.tsx'
import { InlineProblem } from '#kit/inline-problem.tsx'
import { RecordActions } from '#kit/record-actions.tsx'
import { toast } from '#kit/toast.ts'
import { pluralize } from '#lib/pluralize.ts'

/** What can be done with a bank payment besides recording it. */
export function BankPaymentActions({ payment: { id, state, source } }: { payment: BankPayment }) {
  const [isDeleting, setDeleting] = useState(false)
  const isSetAside = state === 'set_aside'
  const request = useAttempt(bankPayments.setAside(id))
  return (
    <>
      <RecordActions
        actions={[
          state !== 'recorded' && {
            label: isSetAside ? 'Reopen payment' : 'Set payment aside',
            word: isSetAside ? 'Reopen' : 'Set aside',
            icon: isSetAside ? IconRotate2 : IconArchive,
            run: () =>
              request.mutate(
                { isSetAside: !isSetAside },
                {
                  onSuccess: () => void toast.success(isSetAside ? 'Payment reopened' : 'Payment set aside'),
                },
              ),
            button: 'default',
            isPending: request.isPending,
          },
          {
            label: 'Delete import',
            icon: IconTrash,
            run: () => setDeleting(true),
            isDestructive: true,
          },
        ]}
      />
      <InlineProblem error={request.error} />
      {isDeleting && <DeleteImportDialog id={id} source={source} onClose={() => setDeleting(false)} />}
    </>
  )
}

interface DeleteProps {
  id: number
  source: string
  onClose: () => void
}

/** Asks before everything is deleted that came with a file, such as that of another account. */
function DeleteImportDialog({ id, source, onClose }: DeleteProps) {
  const navigate = useNavigate()
  const request = useAttempt({
    ...bankPayments.deleteImport(id),
    onSuccess: ({ deleted }) => {
      void toast.success(`${pluralize(deleted, 'payment')} deleted`)
      void navigate({ to: '/invoices/bank' })
    },
  })
  return (
    <ConfirmDialog
      title="Delete this import?"
      action="Delete import"
      request={request}
      onConfirm={() => request.mutate({})}
      onClose={onClose}
    >
      All payments that came with <bdi>{source || 'it'}</bdi> are deleted, except for those of which something
      is recorded. You can import the file again.
    </ConfirmDialog>
  )
}
