import { Group, Skeleton, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'

import { session } from '#api/session.ts'
import type { Invoice } from '#contract/invoices/invoices.ts'
import { InlineProblem } from '#kit/inline-problem.tsx'
import { ButtonLink, TextLink } from '#kit/link.tsx'
import { usePageActions } from '#kit/page-actions.ts'
import type { Failure } from '#kit/problem.tsx'
import { SectionCard } from '#kit/section-card.tsx'
import { numberText } from '#lib/locale.ts'
import { InvoiceAmount } from '#parts/invoices/invoice-amount.tsx'
import { DueDay } from '#parts/invoices/invoice-due.tsx'
import { StatusBadge } from '#parts/invoices/invoice-status.tsx'
import { useAmountsDue } from '#parts/invoices/use-amounts-due.ts'

import classes from './customer-invoices.module.css'

const shownAtMost = 5

interface Props {
  customerId: number
  /** Newest first; undefined while they load. */
  rows: readonly Invoice[] | undefined
  total: number | undefined
  error: Failure | null
}

/** The newest invoices of a customer. */
export function CustomerInvoices({ customerId, rows, total, error }: Props) {
  const { data: current } = useSuspenseQuery(session.current())
  const navigate = useNavigate()
  const canAdd = current.abilities.includes('invoices.manage') && current.features.records
  const search = { customer: customerId }
  const add = () => void navigate({ to: '/invoices/new', search })
  usePageActions(canAdd ? [{ label: 'New invoice for this customer', icon: IconPlus, run: add }] : [])
  return (
    <SectionCard
      title="Invoices"
      isFlush={rows !== undefined && rows.length > 0}
      actions={
        <Group gap="md">
          {current.features.records && (
            <TextLink to="/invoices/recurring" search={search} size="sm">
              Recurring
            </TextLink>
          )}
          {rows && rows.length > 0 && (
            <TextLink to="/invoices" search={search} size="sm">
              {total !== undefined && total > shownAtMost ? `View all ${numberText(total)}` : 'View in list'}
            </TextLink>
          )}
          {canAdd && (
            <ButtonLink
              to="/invoices/new"
              search={search}
              variant="default"
              size="xs"
              leftSection={<IconPlus size={16} aria-hidden />}
            >
              New invoice
            </ButtonLink>
          )}
        </Group>
      }
    >
      {error && <InlineProblem error={error} />}
      {!rows && !error && <Skeleton height={160} aria-hidden />}
      {rows?.length === 0 && (
        <Text c="dimmed" size="sm">
          No invoices yet.
        </Text>
      )}
      {rows && rows.length > 0 && <InvoiceTable rows={rows.slice(0, shownAtMost)} />}
    </SectionCard>
  )
}

function InvoiceTable({ rows: shown }: { rows: readonly Invoice[] }) {
  const rows = useAmountsDue(shown)
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">Number</th>
          <th scope="col">Status</th>
          <th scope="col">Due</th>
          <th scope="col" className={classes.amount}>
            Amount
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((invoice) => (
          <tr key={invoice.id}>
            <th scope="row">
              <TextLink
                to="/invoices/$id"
                params={{ id: String(invoice.id) }}
                inherit
                className={classes.link}
              >
                {invoice.invoice_number}
              </TextLink>
            </th>
            <td>
              <StatusBadge status={invoice.status} />
            </td>
            <td>
              <DueDay invoice={invoice} />
            </td>
            <td className={classes.amount}>
              <InvoiceAmount invoice={invoice} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
