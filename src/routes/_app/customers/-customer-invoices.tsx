import { Card, Group, Skeleton, Stack, Table, Text, Title } from '@mantine/core'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'

import { invoices } from '../../../api/invoices.ts'
import { session } from '../../../api/session.ts'
import { TextLink } from '../../../kit/link.tsx'
import { InlineProblem } from '../../../kit/inline-problem.tsx'
import { money } from '../../../lib/money.ts'
import { DueDay } from '../invoices/-invoice-due.tsx'
import { StatusBadge } from '../invoices/-invoice-status.tsx'
import { pageTotals } from '../invoices/-page-totals.ts'

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
            {list.data && list.data.total > shown ? `All ${list.data.total}` : 'In the list'}
          </TextLink>
        )}
      </Group>
      {list.error && <InlineProblem error={list.error} />}
      {list.isPending && <Skeleton height={120} aria-hidden />}
      {rows?.length === 0 && <Text c="dimmed">None yet.</Text>}
      {rows && rows.length > 0 && (
        <Stack gap="md">
          <Group gap="xl">
            {balances?.map(({ currency, count, total_amount, open_amount }) => (
              <div key={currency}>
                <Text fw={650}>{money(open_amount, currency)} open</Text>
                <Text size="sm" c="dimmed">
                  of {money(total_amount, currency)} in {count} {count === 1 ? 'invoice' : 'invoices'}
                </Text>
              </div>
            ))}
          </Group>
          <Table.ScrollContainer
            minWidth={430}
            type="native"
            tabIndex={0}
            role="region"
            aria-label="Invoices"
          >
            <Table verticalSpacing="xs" horizontalSpacing={0}>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>Number</Table.Th>
                  <Table.Th>Status</Table.Th>
                  <Table.Th>Due</Table.Th>
                  <Table.Th ta="end">Amount</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {rows.slice(0, shown).map((invoice) => (
                  <Table.Tr key={invoice.id}>
                    <Table.Td>
                      <TextLink to="/invoices/$id" params={{ id: String(invoice.id) }} size="sm">
                        {invoice.invoice_number}
                      </TextLink>
                    </Table.Td>
                    <Table.Td>
                      <StatusBadge status={invoice.status} />
                    </Table.Td>
                    <Table.Td>
                      <DueDay invoice={invoice} />
                    </Table.Td>
                    <Table.Td ta="end">{money(invoice.total_amount, invoice.currency)}</Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
        </Stack>
      )}
    </Card>
  )
}
