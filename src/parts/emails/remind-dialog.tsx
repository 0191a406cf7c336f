import { Modal, Skeleton } from '@mantine/core'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'

import { invoices } from '#api/invoices.ts'
import { session } from '#api/session.ts'
import { Problem } from '#kit/problem.tsx'

import { InvoiceEmailDialog } from './invoice-email-dialog.tsx'

/** A reminder of an invoice that isn't open. */
export function RemindDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const { data: current } = useSuspenseQuery(session.current())
  const { data: invoice, error, refetch } = useQuery(invoices.one(id, current.features))
  if (invoice) return <InvoiceEmailDialog invoice={invoice} kind="reminder" onClose={onClose} />
  return (
    <Modal opened onClose={onClose} title="Send a reminder" size="lg">
      {error ? <Problem error={error} retry={() => void refetch()} /> : <Skeleton height={320} />}
    </Modal>
  )
}
