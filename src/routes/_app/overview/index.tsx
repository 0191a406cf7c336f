import { Alert, SimpleGrid, Skeleton, Stack, Text, Title } from '@mantine/core'
import { IconCloudOff } from '@tabler/icons-react'
import { type QueryClient, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import * as z from 'zod/mini'

import type { OverviewData, OverviewSource } from '#api/computed-overview.ts'
import { overview } from '#api/overview.ts'
import { session } from '#api/session.ts'
import { PageHeader } from '#kit/page-header.tsx'
import { Problem } from '#kit/problem.tsx'
import { dayOf, timeOf } from '#lib/dates.ts'
import { numberText } from '#lib/locale.ts'

import { AccountGlance } from './-account-glance.tsx'
import { Attention } from './-attention.tsx'
import { greeting } from './-figures.ts'
import { FirstSteps } from './-first-steps.tsx'
import { Money } from './-money.tsx'
import { NewestCustomers } from './-newest-customers.tsx'

import classes from './-overview.module.css'

export const Route = createFileRoute('/_app/overview/')({
  validateSearch: z.object({
    /** The currency of the amounts; the one with most invoices when it does not occur. */
    currency: z.optional(z.catch(z.optional(z.string()), undefined)),
  }),
  // Not awaited: the screen shows its own skeleton. Whether there is a session is the layout's question.
  loader: ({ context }) => void prepare(context.queryClient).catch(() => undefined),
  component: OverviewScreen,
})

async function prepare(client: QueryClient): Promise<void> {
  const current = await client.ensureQueryData(session.current())
  await client.prefetchQuery(overview.today(current))
}

function OverviewScreen() {
  const { data: current } = useSuspenseQuery(session.current())
  const look = useQuery(overview.today(current))
  const [now] = useState(() => new Date())
  const day = look.data ? `${look.data.today}T12:00:00` : now.toISOString()
  const isNew = look.data !== undefined && look.data.counts.customers === 0 && look.data.counts.invoices === 0
  return (
    <div className={classes.screen}>
      <PageHeader
        title="Overview"
        subtitle={`${greeting(now.getHours())}, ${current.user.name}. Today is ${dayOf(day)}.`}
      />
      {look.error && look.data && (
        <Alert color="yellow" icon={<IconCloudOff size={18} aria-hidden />} mb="lg" role="status">
          {look.error.message}. Figures as of {timeOf(new Date(look.dataUpdatedAt).toISOString())}.
        </Alert>
      )}
      {look.data ? (
        isNew ? (
          <FirstSteps abilities={current.abilities} account={current.account.name} />
        ) : (
          <Today picture={look.data} managesSettings={current.abilities.includes('settings.manage')} />
        )
      ) : look.error ? (
        <Problem error={look.error} retry={() => void look.refetch()} />
      ) : (
        <Waiting />
      )}
    </div>
  )
}

function Today({ picture, managesSettings }: { picture: OverviewData; managesSettings: boolean }) {
  const { currency } = Route.useSearch()
  return (
    <Stack gap="xl">
      <Origin source={picture.source} />
      <div className={classes.halves}>
        <Attention picture={picture} managesSettings={managesSettings} />
        <Account picture={picture} managesSettings={managesSettings} />
      </div>
      <Money picture={picture} wanted={currency} />
    </Stack>
  )
}

function Account({ picture, managesSettings }: { picture: OverviewData; managesSettings: boolean }) {
  return (
    <section aria-labelledby="account-heading" className={`${classes.column} ${classes.growing}`}>
      <Title order={2} size="h4" id="account-heading">
        Your business
      </Title>
      <AccountGlance counts={picture.counts} managesSettings={managesSettings} />
      <NewestCustomers customers={picture.newest_customers} />
    </section>
  )
}

/** Says what the figures were reckoned from, where the service did not reckon them itself. */
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
    <Stack gap="xl" aria-hidden>
      <div className={classes.halves}>
        <div className={classes.column}>
          <Skeleton height={24} width={160} />
          <Skeleton height={380} />
        </div>
        <div className={classes.column}>
          <Skeleton height={24} width={160} />
          <Skeleton height={170} />
          <Skeleton height={190} />
        </div>
      </div>
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <Skeleton height={260} />
        <Skeleton height={260} />
      </SimpleGrid>
    </Stack>
  )
}
