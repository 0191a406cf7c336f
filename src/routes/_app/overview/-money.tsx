import { Group, NativeSelect, SegmentedControl, SimpleGrid, Title } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'

import type { OverviewData } from '#api/computed-overview.ts'
import type { InvoiceStatus } from '#contract/invoice-filter.ts'
import type { ageingBuckets } from '#contract/overview.ts'

import { AmountTable } from './-amount-table.tsx'
import { ageingFigures, currenciesOf, statusFigures } from './-figures.ts'
import { Panel } from './-panel.tsx'
import { Revenue } from './-revenue.tsx'

const route = getRouteApi('/_app/overview/')

/** What is owed and what came in, one currency at a time. */
export function Money({ picture, wanted }: { picture: OverviewData; wanted: string | undefined }) {
  const currencies = currenciesOf(picture)
  const currency = currencies.find((each) => each === wanted) ?? currencies[0]
  if (currency === undefined) return null
  return (
    <section aria-labelledby="money-heading">
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h4" id="money-heading">
          Money
        </Title>
        <CurrencySwitch currencies={currencies} value={currency} />
      </Group>
      <SimpleGrid cols={{ base: 1, md: 2 }} mb="md">
        <Statuses picture={picture} currency={currency} />
        <Ageing picture={picture} currency={currency} />
      </SimpleGrid>
      <Revenue picture={picture} currency={currency} />
    </section>
  )
}

const mostSideBySide = 4

function CurrencySwitch({ currencies, value }: { currencies: readonly string[]; value: string }) {
  const navigate = route.useNavigate()
  if (currencies.length < 2) return null
  const shared = { 'aria-label': 'Currency', data: [...currencies], value }
  const choose = (currency: string) =>
    void navigate({ search: { currency }, replace: true, resetScroll: false })
  return currencies.length > mostSideBySide ? (
    <NativeSelect {...shared} onChange={({ currentTarget }) => choose(currentTarget.value)} />
  ) : (
    <SegmentedControl {...shared} onChange={choose} />
  )
}

const statusWords: Record<InvoiceStatus, { label: string; color: string }> = {
  draft: { label: 'Draft', color: 'var(--mantine-color-gray-5)' },
  sent: { label: 'Sent', color: 'var(--mantine-color-harbor-5)' },
  paid: { label: 'Paid (total)', color: 'var(--mantine-color-harbor-7)' },
  overdue: { label: 'Overdue', color: 'var(--mantine-color-red-7)' },
}

function Statuses({ picture, currency }: { picture: OverviewData; currency: string }) {
  return (
    <Panel title={`Invoices by status, ${currency}`}>
      <AmountTable
        head="Status"
        currency={currency}
        lines={statusFigures(picture, currency).map((figure) => ({
          ...statusWords[figure.status],
          figure,
          search: { status: figure.status },
          // What was ever paid would make slivers of all that is still open.
          hasBar: figure.status !== 'paid',
        }))}
      />
    </Panel>
  )
}

const bucketWords: Record<(typeof ageingBuckets)[number], { label: string; color: string }> = {
  current: { label: 'Not due yet', color: 'var(--mantine-color-harbor-5)' },
  '1-30': { label: '1–30 days overdue', color: 'var(--mantine-color-orange-4)' },
  '31-60': { label: '31–60 days overdue', color: 'var(--mantine-color-orange-6)' },
  '61-90': { label: '61–90 days overdue', color: 'var(--mantine-color-red-6)' },
  '90+': { label: 'Over 90 days overdue', color: 'var(--mantine-color-red-9)' },
}

function Ageing({ picture, currency }: { picture: OverviewData; currency: string }) {
  return (
    <Panel title={`Unpaid by days overdue, ${currency}`}>
      <AmountTable
        head="Age"
        currency={currency}
        lines={ageingFigures(picture, currency).map((figure) => ({
          ...bucketWords[figure.bucket],
          figure,
          search: figure.search,
          hasBar: true,
        }))}
      />
    </Panel>
  )
}
