import { Button } from '@mantine/core'
import { IconFileInvoice, IconFilterOff } from '@tabler/icons-react'

import { EmptyState } from '../../../kit/empty-state.tsx'
import { statusWord } from './-invoice-status.tsx'

interface Props {
  /** Empty where all of them are asked for. */
  status: string
  isNarrowed: boolean
  isPastTheEnd: boolean
  onClear: () => void
  onFirstPage: () => void
}

/** Why the list shows nothing, and what to do about it. */
export function NothingFound({ status, isNarrowed, isPastTheEnd, onClear, onFirstPage }: Props) {
  if (isPastTheEnd)
    return (
      <EmptyState
        icon={IconFileInvoice}
        title="The list ends before this page"
        action={
          <Button variant="default" onClick={onFirstPage}>
            Go to the first page
          </Button>
        }
      />
    )
  if (isNarrowed)
    return (
      <EmptyState
        icon={IconFilterOff}
        title="No invoice matches"
        action={
          <Button variant="default" onClick={onClear}>
            Clear the filters
          </Button>
        }
      >
        Take a filter away, or choose another status.
      </EmptyState>
    )
  if (status !== '')
    return <EmptyState icon={IconFileInvoice} title={`No invoice is ${statusWord(status).toLowerCase()}`} />
  return (
    <EmptyState icon={IconFileInvoice} title="No invoices yet">
      Invoices appear here as soon as this account has some.
    </EmptyState>
  )
}
