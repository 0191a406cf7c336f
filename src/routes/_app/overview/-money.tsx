import { Box, Group, NativeSelect, SegmentedControl, SimpleGrid, Text, Title } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'

import type { InvoiceStatus } from '#contract/invoices.ts'
import type { ageingBuckets } from '#contract/overview.ts'

import type { OverviewPicture } from '../../../api/computed-overview.ts'
import { BarChart } from '../../../kit/bar-chart.tsx'
import { TextLink } from '../../../kit/link.tsx'
import { type Decimal, digits } from '../../../lib/decimal.ts'
import { money } from '../../../lib/money.ts'
import { ageingFigures, currenciesOf, revenueByMonth, statusFigures, totalOf } from './-figures.ts'
import classes from './-overview.module.css'
import { Panel } from './-panel.tsx'

const route = getRouteApi('/_app/overview/')

/** What is owed and what came in, one currency at a time. */
export function Money({ picture, wanted }: { picture: OverviewPicture; wanted: string | undefined }) {
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
  const shared = { 'aria-label': 'Currency of the amounts', data: [...currencies], value }
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
  sent: { label: 'Sent', color: 'var(--mantine-color-harbour-5)' },
  paid: { label: 'Paid in all', color: 'var(--mantine-color-harbour-7)' },
  overdue: { label: 'Overdue', color: 'var(--mantine-color-red-7)' },
}

function Statuses({ picture, currency }: { picture: OverviewPicture; currency: string }) {
  const figures = statusFigures(picture, currency)
  // What was ever paid would make slivers of all that is still open.
  const most = mostOf(figures.filter(({ status }) => status !== 'paid'))
  return (
    <Panel title={`Invoices by status, ${currency}`}>
      <AmountRows heads={['Status', 'Amount', 'Invoices']}>
        {figures.map((figure) => (
          <AmountRow
            key={figure.status}
            label={statusWords[figure.status].label}
            color={statusWords[figure.status].color}
            share={figure.status === 'paid' ? null : shareOf(figure.amount, most)}
            amount={money(figure.amount, currency)}
            count={
              <Counted
                figure={figure}
                currency={currency}
                link={
                  <TextLink
                    to="/invoices"
                    search={{ status: figure.status }}
                    size="sm"
                    aria-label={`${invoiceCount(figure.countInAll)}: ${statusWords[figure.status].label}`}
                  >
                    {invoiceCount(figure.countInAll)}
                  </TextLink>
                }
              />
            }
          />
        ))}
      </AmountRows>
    </Panel>
  )
}

const bucketWords: Record<(typeof ageingBuckets)[number], { label: string; color: string }> = {
  current: { label: 'Not due yet', color: 'var(--mantine-color-harbour-5)' },
  '1-30': { label: '1–30 days late', color: 'var(--mantine-color-orange-4)' },
  '31-60': { label: '31–60 days late', color: 'var(--mantine-color-orange-6)' },
  '61-90': { label: '61–90 days late', color: 'var(--mantine-color-red-6)' },
  '90+': { label: 'Over 90 days late', color: 'var(--mantine-color-red-9)' },
}

function Ageing({ picture, currency }: { picture: OverviewPicture; currency: string }) {
  const figures = ageingFigures(picture, currency)
  const most = mostOf(figures)
  return (
    <Panel title={`Unpaid by age, ${currency}`}>
      <AmountRows heads={['Age', 'Amount', 'Invoices']}>
        {figures.map((figure) => (
          <AmountRow
            key={figure.bucket}
            label={bucketWords[figure.bucket].label}
            color={bucketWords[figure.bucket].color}
            share={shareOf(figure.amount, most)}
            amount={money(figure.amount, currency)}
            count={
              <Counted
                figure={figure}
                currency={currency}
                link={
                  <TextLink
                    to="/invoices"
                    search={figure.search}
                    size="sm"
                    aria-label={`${invoiceCount(figure.countInAll)}: ${bucketWords[figure.bucket].label}`}
                  >
                    {invoiceCount(figure.countInAll)}
                  </TextLink>
                }
              />
            }
          />
        ))}
      </AmountRows>
    </Panel>
  )
}

function Revenue({ picture, currency }: { picture: OverviewPicture; currency: string }) {
  const months = revenueByMonth(picture, currency)
  const total = totalOf(months)
  const best = months.reduce((most, month) => (month.amount > most.amount ? month : most))
  const sum = `${money(total, currency)} paid in the last twelve months`
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
        <Text>No invoice in {currency} was paid in the last twelve months.</Text>
      ) : (
        <>
          <Text size="sm" c="dimmed" mb="sm">
            {sum}, by the month of the invoice. Best was {monthText(best.month)} with {text(best.amount)}.
          </Text>
          <BarChart
            summary={`${sum}. Best month: ${monthText(best.month)}, ${text(best.amount)}.`}
            heads={['Month', `Paid, ${currency}`]}
            bars={months.map(({ month, amount }) => ({
              name: monthText(month),
              label: shortMonth.format(new Date(`${month}-01T00:00:00Z`)),
              value: amount,
            }))}
            text={text}
            shortText={(amount) => compact.format(amount)}
          />
        </>
      )}
    </Panel>
  )
}

function AmountRows({ heads, children }: { heads: readonly [string, string, string]; children: ReactNode }) {
  return (
    <table className={classes.amounts}>
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  )
}

function AmountRow({
  label,
  color,
  share,
  amount,
  count,
}: {
  label: string
  color: string
  /** Length of the bar, 0 to 1; null draws none. */
  share: number | null
  amount: string
  count: ReactNode
}) {
  return (
    <tr>
      <th scope="row">
        {label}
        {share !== null && (
          <Box className={classes.track} aria-hidden>
            <Box className={classes.bar} style={{ width: `${share * 100}%`, background: color }} />
          </Box>
        )}
      </th>
      <td className={classes.figures}>{amount}</td>
      <td className={classes.figures}>{count}</td>
    </tr>
  )
}

/** The list has no filter by currency, so what leads there is the number over all currencies. */
function Counted({
  figure: { count, countInAll },
  currency,
  link,
}: {
  figure: { count: number; countInAll: number }
  currency: string
  link: ReactNode
}) {
  return (
    <>
      {link}
      {count !== countInAll && (
        <Text size="xs" c="dimmed">
          {count.toLocaleString('en-GB')} in {currency}
        </Text>
      )}
    </>
  )
}

const invoiceCount = (count: number) =>
  count === 1 ? '1 invoice' : `${count.toLocaleString('en-GB')} invoices`

const mostOf = (figures: readonly { amount: Decimal }[]) =>
  Math.max(...figures.map(({ amount }) => Number(digits(amount))))

/** Only for the length of a bar: a sliver shows that there is something at all. */
function shareOf(amount: Decimal, most: number): number {
  const value = Number(digits(amount))
  return value <= 0 || most <= 0 ? 0 : Math.max(value / most, 0.01)
}

const monthText = (month: string) => longMonth.format(new Date(`${month}-01T00:00:00Z`))
const longMonth = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })
const shortMonth = new Intl.DateTimeFormat('en-GB', { month: 'short', timeZone: 'UTC' })
const compact = new Intl.NumberFormat('en-GB', { notation: 'compact', maximumFractionDigits: 1 })
