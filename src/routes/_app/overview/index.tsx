import { SegmentedControl, Skeleton, Text } from '@mantine/core'
import { IconCloudOff } from '@tabler/icons-react'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import * as z from 'zod/mini'

import type { OverviewData, OverviewSource } from '#api/computed-overview.ts'
import { notes } from '#api/notes.ts'
import { overview } from '#api/overview.ts'
import { prefetchForSession, session } from '#api/session.ts'
import type { Session } from '#contract/access/session.ts'
import { Banner } from '#kit/banner.tsx'
import { lazyWithRetry } from '#kit/lazy-with-retry.ts'
import { PageHeader } from '#kit/page-header.tsx'
import { Problem } from '#kit/problem.tsx'
import { Select } from '#kit/select.tsx'
import { dayOf, timeOf } from '#lib/dates.ts'
import { numberText } from '#lib/locale.ts'
import { optionalOf } from '#lib/page-search.ts'

import { Ageing } from './-ageing.tsx'
import { Attention } from './-attention.tsx'
import { currenciesOf, greeting } from './-figures.ts'
import { FirstSteps } from './-first-steps.tsx'
import { KeyFigures } from './-key-figures.tsx'
import { NewestCustomers } from './-newest-customers.tsx'
import { Revenue } from './-revenue.tsx'

import classes from './-overview.module.css'

// Part of the screens of meetings, which accounts without any don’t need here.
const UpcomingMeetings = lazyWithRetry(
  async () => (await import('#parts/meetings/upcoming-meetings.tsx')).UpcomingMeetings,
)

export const Route = createFileRoute('/_app/overview/')({
  validateSearch: z.object({
    /** The currency of the amounts; the one with most invoices when it does not occur. */
    currency: optionalOf(z.string()),
  }),
  // Not awaited: the screen shows its own skeleton.
  loader: ({ context: { queryClient } }) =>
    prefetchForSession(queryClient, (current) => {
      void queryClient.prefetchQuery(overview.today(current))
      if (hasFollowUps(current)) void queryClient.prefetchQuery(notes.followUps())
    }),
  component: OverviewScreen,
})

const hasFollowUps = ({ features }: Session) => features.records

function OverviewScreen() {
  const { currency: chosen } = Route.useSearch()
  const { data: current } = useSuspenseQuery(session.current())
  const { data, error, dataUpdatedAt, refetch } = useQuery(overview.today(current))
  const [now] = useState(() => new Date())
  const day = data ? `${data.today}T12:00:00` : now.toISOString()
  const currencies = data ? currenciesOf(data) : []
  const currency = currencies.find((each) => each === chosen) ?? currencies[0]
  const isNew = data !== undefined && data.counts.customers === 0 && data.counts.invoices === 0
  const [firstName] = current.user.name.split(' ')
  return (
    <div className={classes['screen']}>
      <PageHeader
        title="Overview"
        subtitle={`${greeting(now.getHours())}, ${firstName}. It’s ${dayOf(day)}.`}
        actions={currency !== undefined && <CurrencySwitch currencies={currencies} value={currency} />}
      />
      {error && data && (
        <Banner icon={IconCloudOff}>
          {error.message}. Figures as of {timeOf(new Date(dataUpdatedAt).toISOString())}.
        </Banner>
      )}
      {data ? (
        isNew ? (
          <FirstSteps session={current} />
        ) : (
          <Today overview={data} currency={currency} session={current} />
        )
      ) : error ? (
        <Problem error={error} retry={() => void refetch()} />
      ) : (
        <Waiting />
      )}
    </div>
  )
}

interface TodayProps {
  overview: OverviewData
  /** Undefined while there are no invoices. */
  currency: string | undefined
  session: Session
}

function Today({ overview: data, currency, session: current }: TodayProps) {
  const hasNotes = hasFollowUps(current)
  const followUps = useQuery({ ...notes.followUps(), enabled: hasNotes })
  return (
    <div className={classes['stack']}>
      <Origin source={data.source} />
      {currency !== undefined && <KeyFigures overview={data} currency={currency} />}
      <div className={classes['halves']}>
        <div className={classes['column']}>
          <Attention
            overview={data}
            managesSettings={current.abilities.includes('settings.manage')}
            canRemind={current.abilities.includes('invoices.manage') && current.features.email}
            followUps={hasNotes && followUps.isPending ? null : followUps.data}
            canManageCustomers={current.abilities.includes('customers.manage')}
          />
        </div>
        <div className={classes['column']}>
          {data.upcoming_meetings && data.upcoming_meetings.total > 0 && (
            <Suspense fallback={<Skeleton height={90 + 82 * data.upcoming_meetings.meetings.length} />}>
              <UpcomingMeetings upcoming={data.upcoming_meetings} zone={data.time_zone} />
            </Suspense>
          )}
          {currency !== undefined && <Ageing overview={data} currency={currency} />}
          <NewestCustomers customers={data.newest_customers} />
        </div>
      </div>
      {currency !== undefined && <Revenue overview={data} currency={currency} />}
    </div>
  )
}

/** Says what the figures were calculated from, if the service didn't calculate them. */
function Origin({ source }: { source: OverviewSource }) {
  if (source.kind === 'service') return null
  const read = numberText(source.read)
  const all = numberText(source.of)
  return (
    <Text size="sm" c="dimmed">
      {source.read >= source.of
        ? `Calculated in this browser from all ${all} invoices.`
        : `Calculated in this browser from ${source.isNewest ? `the newest ${read}` : read} of ${all} invoices; the rest are not included.`}
    </Text>
  )
}

function Waiting() {
  return (
    <div className={classes['stack']} aria-hidden>
      <Skeleton height={102} />
      <div className={classes['halves']}>
        <Skeleton height={420} />
        <div className={classes['column']}>
          <Skeleton height={262} />
          <Skeleton height={296} />
        </div>
      </div>
      <Skeleton height={300} />
    </div>
  )
}

const mostSideBySide = 4

/** The currency of every figure on the page; amounts in different currencies are never added up. */
function CurrencySwitch({ currencies, value }: { currencies: readonly string[]; value: string }) {
  const navigate = Route.useNavigate()
  if (currencies.length < 2) return null
  const shared = { 'aria-label': 'Currency', data: [...currencies], value }
  const choose = (currency: string) =>
    void navigate({ search: { currency }, replace: true, resetScroll: false })
  return currencies.length > mostSideBySide ? (
    <Select {...shared} onChange={({ currentTarget }) => choose(currentTarget.value)} />
  ) : (
    <SegmentedControl {...shared} size="xs" onChange={choose} />
  )
}
