import { Button } from '@mantine/core'
import { IconArchive, IconRotate2, IconTrash } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'

import { bankPayments } from '#api/bank-payments.ts'
import type { BankPayment } from '#contract/invoices/bank-payments.ts'
import { useAttempt } from '#kit/attempt.ts'
import { ConfirmDialog } from '#kit/confirm-dialog.tsx'
import { InlineProblem } from '#kit/inline-problem.tsx'
import { RecordMenu, RecordMenuItem } from '#kit/record-menu.tsx'
import { toast } from '#kit/toast.ts'
import { pluralize } from '#lib/pluralize.ts'

/** What can be done with a bank payment besides recording it. */
export function BankPaymentActions({ payment: { id, state, source } }: { payment: BankPayment }) {
  const [isDeleting, setDeleting] = useState(false)
  const isSetAside = state === 'set_aside'
  const request = useAttempt(bankPayments.setAside(id))
  const Icon = isSetAside ? IconRotate2 : IconArchive
  return (
    <>
      {state !== 'recorded' && (
        <Button
          variant="default"
          size="sm"
          loading={request.isPending}
          leftSection={<Icon size={16} aria-hidden />}
          onClick={() =>
            request.mutate(
              { isSetAside: !isSetAside },
              { onSuccess: () => void toast.success(isSetAside ? 'Payment reopened' : 'Payment set aside') },
            )
          }
        >
          {isSetAside ? 'Reopen' : 'Set aside'}
        </Button>
      )}
      <RecordMenu width={200}>
        <RecordMenuItem icon={IconTrash} isDestructive onClick={() => setDeleting(true)}>
          Delete import
        </RecordMenuItem>
      </RecordMenu>
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
