import { Button, Text } from '@mantine/core'
import { IconBuildingBank, IconChecks, IconUpload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'

import { bankPayments } from '#api/bank-payments.ts'
import { type BankPayment, mostBankPayments } from '#contract/invoices/bank-payments.ts'
import { FormDialog } from '#kit/form-dialog.tsx'
import { lazyWithRetry } from '#kit/lazy-with-retry.ts'
import { amountColumn, textColumn } from '#kit/list/usual-columns.tsx'
import { Money } from '#kit/money.tsx'
import { useSingleFlightMutation } from '#kit/single-flight-mutation.ts'
import { toast } from '#kit/toast.ts'
import { dayText } from '#lib/calendar.ts'
import { pluralize } from '#lib/pluralize.ts'
import type { ListKind } from '#parts/lists/list-kind.ts'

import type { BankSearch } from './bank-search.ts'
import { SuggestionBadge, invoicesText, isCertain, payerOf, stateWords } from './bank-words.tsx'

import classes from './bank.module.css'

/** Payments that arrived at the bank. */
export const bankKind: ListKind<BankPayment, BankSearch> = {
  noun: 'bank payment',
  plural: 'bank payments',
  icon: IconBuildingBank,
  path: '/invoices/bank',
  back: { label: 'Invoices', address: { to: '/invoices' } },
  list: ({ state, ...search }) => bankPayments.list({ ...search, state: state ?? 'open' }),
  columns: [
    { id: 'payer', label: 'From', text: payerOf, sort: 'payer', widthRem: 11 },
    {
      id: 'paid_on',
      label: 'Received',
      text: ({ paid_on }) => dayText(paid_on),
      sort: 'paid_on',
      sortWords: ['earliest first', 'latest first'],
      widthRem: 8,
    },
    textColumn('text', 'Reference', { widthRem: 11 }),
    {
      id: 'invoices',
      label: 'Invoice',
      text: invoicesText,
      cell: (payment) => (
        <span className={classes.suggested}>
          <span>{invoicesText(payment)}</span>
          <SuggestionBadge payment={payment} />
        </span>
      ),
      widthRem: 16,
    },
    { id: 'source', label: 'File', text: ({ source }) => source, isExtra: true },
    amountColumn('amount', 'Amount', {
      sort: 'amount',
      sortWords: ['lowest first', 'highest first'],
      widthRem: 8,
    }),
  ],
  row: {
    id: ({ id }) => id,
    link: ({ id }) => ({ to: '/invoices/bank/$id', params: { id: String(id) } }),
    phone: (payment) => ({
      detail: [
        dayText(payment.paid_on),
        payment.twin ? 'Duplicate?' : invoicesText(payment) || payment.text,
      ].join(' · '),
      end: <Money amount={payment.amount} currency={payment.currency} />,
    }),
  },
  csv: [
    'id',
    'state',
    'paid_on',
    'amount',
    'amount_left',
    'currency',
    'payer',
    'payer_account',
    'text',
    'source',
    'imported_by',
    'created_at',
  ],
  usualSort: () => '-paid_on',
  searches: 'Payer, account, reference',
  tabs: {
    label: 'State',
    of: () =>
      Object.entries(stateWords).map(([state, label]) => ({
        value: state === 'open' ? '' : state,
        label,
        count: null,
      })),
    value: ({ state = '' }) => state,
    change: (value) => ({ state: value === 'recorded' || value === 'set_aside' ? value : undefined }),
  },
  subtitle: (count, { state }) =>
    state === undefined ? `${count} to match with invoices` : `${count} ${stateWords[state].toLowerCase()}`,
  noMatch: ({ state, search }) =>
    state !== undefined && search === ''
      ? {
          title: `No payments ${stateWords[state].toLowerCase()}`,
          hint: 'Choose another state above.',
          clear: 'Show payments to match',
        }
      : {
          title: 'No matching payments',
          hint: 'Search for who paid, or for a part of the reference.',
          clear: 'Clear search',
        },
  nothing: {
    title: 'No payments here',
    hint: 'Import a bank statement, and Bureau finds the invoices that its payments belong to.',
  },
  links: <MatchesButton />,
  actions: <StatementButton />,
}

const StatementDialog = lazyWithRetry(async () => (await import('./statement-dialog.tsx')).StatementDialog)

/** Records all payments that certainly belong to an invoice, once there are any. */
function MatchesButton() {
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
function StatementButton() {
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

interface MatchesDialogProps {
  payments: readonly BankPayment[]
  onClose: () => void
}

/** Asks before all payments are recorded that certainly belong to an invoice. */
function MatchesDialog({ payments, onClose }: MatchesDialogProps) {
  // The list behind the dialog may change meanwhile.
  const [asked] = useState(payments)
  const request = useSingleFlightMutation(bankPayments.recordSuggested())
  const record = () =>
    request.mutate(
      { ids: asked.map(({ id }) => id) },
      {
        onSuccess: ({ recorded, skipped }) => {
          onClose()
          const done = `${pluralize(recorded, 'payment')} recorded`
          void toast.success(
            skipped === 0
              ? done
              : `${done}. ${pluralize(skipped, 'invoice')} had changed, so look at the rest`,
          )
        },
      },
    )
  return (
    <FormDialog
      title={`Record ${pluralize(asked.length, 'payment')}?`}
      size="lg"
      action={`Record ${pluralize(asked.length, 'payment')}`}
      request={request}
      focus="action"
      onSubmit={record}
      onClose={onClose}
    >
      <Text size="sm">
        {asked.length === 1 ? 'It names an invoice' : 'Each names an invoice'}, and exactly its amount is due.
      </Text>
      <ul className={classes.matches} aria-label="Payments" tabIndex={0}>
        {asked.map((payment) => (
          <li key={payment.id}>
            <span>
              <bdi>{payerOf(payment)}</bdi>
              <span className={classes.detail} dir="auto">
                {payment.text}
              </span>
            </span>
            <span>{invoicesText(payment)}</span>
            <Money amount={payment.amount} currency={payment.currency} />
          </li>
        ))}
      </ul>
    </FormDialog>
  )
}
