import { Button } from '@mantine/core'
import { IconChecks, IconUpload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'

import { bankPayments } from '#api/bank-payments.ts'
import { mostBankPayments } from '#contract/bank-payments.ts'
import { lazyWithRetry } from '#kit/lazy-with-retry.ts'
import { pluralize } from '#lib/pluralize.ts'

import { isCertain } from './bank-words.tsx'
import { MatchesDialog } from './matches-dialog.tsx'

const StatementDialog = lazyWithRetry(async () => (await import('./statement-dialog.tsx')).StatementDialog)

/** Imports a statement, and records all payments that certainly belong to an invoice. */
export function BankActions() {
  const [open, setOpen] = useState<'statement' | 'matches'>()
  const { data } = useQuery(
    bankPayments.list({ page: 1, size: mostBankPayments.recorded, search: '', state: 'open' }),
  )
  const certain = data?.rows.filter(isCertain) ?? []
  const close = () => setOpen(undefined)
  return (
    <>
      {certain.length > 0 && (
        <Button
          variant="default"
          leftSection={<IconChecks size={16} aria-hidden />}
          onClick={() => setOpen('matches')}
        >
          Record {pluralize(certain.length, 'match', 'matches')}
        </Button>
      )}
      <Button leftSection={<IconUpload size={16} aria-hidden />} onClick={() => setOpen('statement')}>
        Import statement
      </Button>
      {open === 'matches' && <MatchesDialog payments={certain} onClose={close} />}
      {open === 'statement' && (
        <Suspense>
          <StatementDialog onClose={close} />
        </Suspense>
      )}
    </>
  )
}
