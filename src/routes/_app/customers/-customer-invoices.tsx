import { Card, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'

import { invoices } from '#api/invoices.ts'
import { session } from '#api/session.ts'
import { InlineProblem } from '#kit/inline-problem.tsx'
import { TextLink } from '#kit/link.tsx'
import { money } from '#lib/money.ts'
import { pluralize } from '#lib/pluralize.ts'
import { dueWords } from '#routes/_app/invoices/-invoice-due.tsx'
import { StatusBadge } from '#routes/_app/invoices/-invoice-status.tsx'
import { pageTotals } from '#routes/_app/invoices/-page-totals.ts'

import classes from './-customer-invoices.module.css'

const shown = 5

/** A customer's newest invoices, and what they owe in each currency. */
export function CustomerInvoices({ customerId }: { customerId: number }) {
  const { data: current } = useSuspenseQuery(session.current())
  const filter = { customer: customerId, search: '' }
  const list = useQuery(invoices.list({ ...filter, page: 1, size: 100, sort: '-created_at' }))
  const totals = useQuery(invoices.totals(filter, current.features))
  const rows = list.data?.rows.filter(({ customer_id }) => customer_id === customerId)
  const balances = totals.data?.by_currency ?? (rows && pageTotals(rows))
  return (
    <Card withBorder component="section" aria-labelledby="customer-invoices">
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h4" id="customer-invoices">
          Invoices
        </Title>
        {rows && rows.length > 0 && (
          <TextLink to="/invoices" search={{ customer: customerId }} size="sm">
            {list.data && list.data.total > shown ? `All ${list.data.total}` : 'View in list'}
          </TextLink>
        )}
      </Group>
      {list.error && <InlineProblem error={list.error} />}
      {list.isPending && <Skeleton height={120} aria-hidden />}
      {rows?.length === 0 && <Text c="dimmed">No invoices yet.</Text>}
      {rows && rows.length > 0 && (
        <Stack gap="md">
          <Group gap="xl">
            {balances?.map(({ currency, count, total_amount, open_amount }) => (
              <div key={currency}>
                <Text fw={650}>{money(open_amount, currency)} outstanding</Text>
                <Text size="sm" c="dimmed">
                  of {money(total_amount, currency)} across {pluralize(count, 'invoice')}
                </Text>
              </div>
            ))}
          </Group>
          <ul className={classes.list}>
            {rows.slice(0, shown).map((invoice) => (
              <li key={invoice.id}>
                <div>
                  <TextLink to="/invoices/$id" params={{ id: String(invoice.id) }} size="sm" fw={550}>
                    {invoice.invoice_number}
                  </TextLink>
                  <Text size="sm" c="dimmed">
                    Due {dueWords(invoice)}
                  </Text>
                </div>
                <div className={classes.end}>
                  <Text size="sm">{money(invoice.total_amount, invoice.currency)}</Text>
                  <StatusBadge status={invoice.status} />
                </div>
              </li>
            ))}
          </ul>
        </Stack>
      )}
    </Card>
  )
}
