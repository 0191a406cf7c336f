import { IconFileInvoice } from '@tabler/icons-react'

import { ButtonLink } from '#kit/link.tsx'
import { EmptyList } from '#kit/list/empty.tsx'
import { statusWord } from '#parts/invoices/invoice-status.tsx'

interface Props {
  /** Empty for all of them. */
  status: string
  isPastTheEnd: boolean
  isFiltered: boolean
  mayWrite: boolean
  onFirstPage: () => void
  onClear: () => void
}

/** Why the list shows no invoice, and what to do about it. */
export const NoInvoices = ({ status, isPastTheEnd, isFiltered, mayWrite, onFirstPage, onClear }: Props) => (
  <EmptyList
    icon={IconFileInvoice}
    isPastTheEnd={isPastTheEnd}
    onFirstPage={onFirstPage}
    noMatch={
      isFiltered && {
        title: 'No matching invoices',
        hint: 'Try fewer words, remove a filter or choose another status.',
        onClear,
      }
    }
    nothing={nothingOf(status, mayWrite)}
  />
)

const nothingOf = (status: string, mayWrite: boolean) =>
  status === ''
    ? {
        title: 'No invoices yet',
        hint: 'Create your first invoice to track what’s sent, paid and overdue.',
        action: mayWrite && <ButtonLink to="/invoices/new">Create your first invoice</ButtonLink>,
      }
    : {
        title:
          status === 'refundable' ? 'Nothing to refund' : `No ${statusWord(status).toLowerCase()} invoices`,
        hint:
          status === 'overdue'
            ? 'Every sent invoice is paid or not due yet.'
            : 'Choose another status above.',
      }
