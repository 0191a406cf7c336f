import { Text } from '@mantine/core'

import type { OverviewData } from '#api/computed-overview.ts'
import { BarChart } from '#kit/bar-chart.tsx'
import { TextLink } from '#kit/link.tsx'
import { dateFormat, numberFormat } from '#lib/locale.ts'
import { money } from '#lib/money.ts'

import { revenueByMonth, totalOf } from './-figures.ts'
import { Panel } from './-panel.tsx'

/** What was paid in each of the last twelve months. */
export function Revenue({ picture, currency }: { picture: OverviewData; currency: string }) {
  const months = revenueByMonth(picture, currency)
  const total = totalOf(months)
  const best = months.reduce((most, month) => (month.amount > most.amount ? month : most))
  const sum = `${money(total, currency)} paid in the last 12 months`
  const text = (amount: number) => money(amount, currency)
  return (
    <Panel
      title={`Revenue by month, ${currency}`}
      side={
        <TextLink to="/invoices" search={{ status: 'paid', sort: '-created_at' }} size="sm">
          Paid invoices
        </TextLink>
      }
    >
      {total.units === 0n ? (
        <Text>No {currency} invoices were paid in the last 12 months.</Text>
      ) : (
        <>
          <Text size="sm" c="dimmed" mb="sm">
            {sum}, by invoice month. Best month: {monthText(best.month)} ({text(best.amount)}).
          </Text>
          <BarChart
            summary={`${sum}. Best month: ${monthText(best.month)}, ${text(best.amount)}.`}
            heads={['Month', `Paid, ${currency}`]}
            bars={months.map(({ month, amount }) => ({
              name: monthText(month),
              label: shortMonth(new Date(`${month}-01T00:00:00Z`)),
              value: amount,
            }))}
            text={text}
            shortText={(amount) => compact(amount)}
          />
        </>
      )}
    </Panel>
  )
}

const monthText = (month: string) => longMonth(new Date(`${month}-01T00:00:00Z`))
const longMonth = dateFormat({ month: 'long', year: 'numeric', timeZone: 'UTC' })
const shortMonth = dateFormat({ month: 'short', timeZone: 'UTC' })
const compact = numberFormat({ notation: 'compact', maximumFractionDigits: 1 })
