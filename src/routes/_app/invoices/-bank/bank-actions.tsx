import { Button } from '@mantine/core'
import { IconChecks, IconUpload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'

import { bankPayments } from '#api/bank-payments.ts'
import { mostBankPayments } from '#contract/invoices/bank-payments.ts'
import { lazyWithRetry } from '#kit/lazy-with-retry.ts'
import { pluralize } from '#lib/pluralize.ts'

import { isCertain } from './bank-words.tsx'
import { MatchesDialog } from './matches-dialog.tsx'

const StatementDialog = lazyWithRetry(async () => (await import('./statement-dialog.tsx')).StatementDialog)

/** Records all payments that certainly belong to an invoice, once there are any. */
export function MatchesButton() {
  const [isOpen, setOpen] = useState(false)
  const { data } = useQuery(
    bankPayments.list({ page: 1, size: mostBankPayments.recorded, search: '', state: 'open' }),
  )
  const certain = data?.rows.filter(isCertain) ?? []
  return (
    <>
      {certain.length > 0 && (
        <Button
          variant="default"
          leftSection={<IconChecks size={16} aria-hidden />}
          onClick={() => setOpen(true)}
        >
          Record {pluralize(certain.length, 'match', 'matches')}
        </Button>
      )}
      {isOpen && <MatchesDialog payments={certain} onClose={() => setOpen(false)} />}
    </>
  )
}

/** Imports a bank statement. */
export function StatementButton() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button leftSection={<IconUpload size={16} aria-hidden />} onClick={() => setOpen(true)}>
        Import statement
      </Button>
      {isOpen && (
        <Suspense>
          <StatementDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
