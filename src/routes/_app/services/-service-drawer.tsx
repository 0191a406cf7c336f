import { Badge, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense } from 'react'

import { services } from '#api/services.ts'
import { session } from '#api/session.ts'
import type { Service } from '#contract/services/services.ts'
import { lazyWithRetry } from '#kit/lazy-with-retry.ts'
import { type OpenRowProps, useOpenRow } from '#kit/list/open-row.ts'
import { RowDrawer } from '#kit/list/row-drawer.tsx'
import { dayTextOf } from '#lib/calendar.ts'
import { netPriceText, taxText } from '#lib/money.ts'
import { canManageServices } from '#parts/services/manage.ts'
import { billingWord, fieldText, typeWord } from '#parts/services/service-words.ts'
import { StateBadge } from '#parts/services/state-badge.tsx'

import { PriceCalculator } from './-price-calculator.tsx'
import { ServiceActions } from './-service-actions.tsx'

import classes from './-service-drawer.module.css'

const ServiceHistory = lazyWithRetry(async () => (await import('./-service-history.tsx')).ServiceHistory)

/** A service beside the list, which stays usable: j and k walk through its rows. */
export function ServiceDrawer(props: OpenRowProps<Service>) {
  const { data: current } = useSuspenseQuery(session.current())
  const open = useOpenRow({ ...props, one: (id) => services.one(id, current.features) })
  return (
    <RowDrawer {...open} titleOf={({ name }) => name} one="service" size={480} skeleton={<Waiting />}>
      {(service) => (
        <Details
          service={service}
          hasActivity={current.features.records}
          actions={
            (canManageServices(current) || current.features.records) && (
              <ServiceActions
                key={service.id}
                service={service}
                isLocked={!canManageServices(current)}
                isOpen={open.opened}
              />
            )
          }
        />
      )}
    </RowDrawer>
  )
}

interface DetailsProps {
  service: Service
  actions: ReactNode
  hasActivity: boolean
}

function Details({ service, actions, hasActivity }: DetailsProps) {
  const fields = service.custom_fields.filter((field) => fieldText(field) !== '')
  return (
    <Stack gap="lg">
      <div>
        <Group gap={6} mb="sm">
          <Badge tt="none" fw={500}>
            {typeWord(service.type)}
          </Badge>
          <StateBadge isActive={service.is_active} />
        </Group>
        <Text fz={24} fw={600} lh={1.25}>
          {netPriceText(service)}
        </Text>
        <Text c="dimmed" size="sm">
          {taxText(service.tax_rate)} · {billingWord(service.billing_type).toLowerCase()}
        </Text>
      </div>
      {actions}
      {service.description !== '' && (
        <Text dir="auto" className={classes.description}>
          {service.description}
        </Text>
      )}
      <section aria-label="Price calculator" className={classes.calculator}>
        <Title order={3} mb="sm">
          Price calculator
        </Title>
        <PriceCalculator key={service.id} service={service} />
      </section>
      <FactList
        title="Details"
        facts={[
          ['Category', service.category],
          ['Unit', service.unit],
          ['Tags', service.tags.join(', ')],
          ['Created', dayTextOf(service.created_at)],
          ['Updated', dayTextOf(service.updated_at)],
        ]}
      />
      {fields.length > 0 && (
        <FactList
          title="Custom fields"
          facts={fields.map((field) => [field.name, fieldText(field)] as const)}
        />
      )}
      {hasActivity && (
        <Suspense fallback={<Skeleton height={96} />}>
          <ServiceHistory key={service.id} service={service} />
        </Suspense>
      )}
    </Stack>
  )
}

function FactList({
  title,
  facts,
}: {
  title: string
  facts: readonly (readonly [label: string, text: string])[]
}) {
  return (
    <section>
      <Title order={3} mb="xs">
        {title}
      </Title>
      <dl className={classes.facts}>
        {facts.map(
          ([label, text]) =>
            text !== '' && (
              <div key={label}>
                <dt>{label}</dt>
                <dd dir="auto">{text}</dd>
              </div>
            ),
        )}
      </dl>
    </section>
  )
}

function Waiting() {
  return (
    <Stack aria-hidden>
      <Skeleton height={32} width="70%" />
      <Skeleton height={48} width="50%" />
      <Skeleton height={80} />
      <Skeleton height={180} />
    </Stack>
  )
}
