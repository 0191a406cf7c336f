import { IconFileInvoice } from '@tabler/icons-react'

import { EmptyState } from '#kit/empty-state.tsx'
import { ButtonLink } from '#kit/link.tsx'
import { statusWord } from '#parts/invoices/invoice-status.tsx'

interface Props {
  /** Empty for all of them. */
  status: string
  mayWrite: boolean
}

/** In place of the invoices where there are none, or none of a status. */
export const NoInvoices = ({ status, mayWrite }: Props) =>
  status === '' ? (
    <EmptyState
      icon={IconFileInvoice}
      title="No invoices yet"
      action={mayWrite && <ButtonLink to="/invoices/new">Create your first invoice</ButtonLink>}
    >
      Create your first invoice to track what’s sent, paid and overdue.
    </EmptyState>
  ) : (
    <EmptyState
      icon={IconFileInvoice}
      title={
        status === 'refundable' ? 'Nothing to refund' : `No ${statusWord(status).toLowerCase()} invoices`
      }
    >
      {status === 'overdue' ? 'Every sent invoice is paid or not due yet.' : 'Choose another status above.'}
    </EmptyState>
  )
