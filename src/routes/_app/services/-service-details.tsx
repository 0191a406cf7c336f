import { Badge, Card, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'

import type { Service } from '#contract/services.ts'

import { services } from '../../../api/services.ts'
import { session } from '../../../api/session.ts'
import { Problem } from '../../../kit/problem.tsx'
import { dayTextOf } from '../../../lib/calendar.ts'
import { netPriceText, taxText } from '../../../lib/money.ts'
import { PriceCalculator } from './-price-calculator.tsx'
import classes from './-service-details.module.css'
import { billingWord, fieldText, stateWord, typeWord } from './-service-words.ts'

/** One entry of the catalogue, for the drawer. `known` is shown until the entry itself has arrived. */
export function ServiceDetails({ id, known }: { id: number; known: Service | undefined }) {
  const { data: current } = useSuspenseQuery(session.current())
  const entry = useQuery({ ...services.one(id, current.features), placeholderData: () => known })
  if (entry.error) return <Problem error={entry.error} retry={() => void entry.refetch()} />
  if (!entry.data) return <Waiting />
  const service = entry.data
  const fields = service.custom_fields.filter((field) => fieldText(field) !== '')
  return (
    <Stack gap="lg">
      <div>
        <Title order={3} size="h3" dir="auto" className={classes.name}>
          {service.name}
        </Title>
        <Group gap={6} mt="xs">
          <Badge variant="default">{typeWord(service.type)}</Badge>
          <StateBadge isActive={service.is_active} />
        </Group>
      </div>
      <div>
        <Text fz={24} fw={650} lh={1.2}>
          {netPriceText(service)}
        </Text>
        <Text c="dimmed" size="sm">
          {taxText(service.tax_rate)} · {billingWord(service.billing_type).toLowerCase()}
        </Text>
      </div>
      {service.description !== '' && (
        <Text dir="auto" className={classes.description}>
          {service.description}
        </Text>
      )}
      <Card withBorder component="section" aria-label="Price calculator">
        <Title order={4} size="h5" mb="sm">
          Price calculator
        </Title>
        <PriceCalculator key={service.id} service={service} />
      </Card>
      <Facts
        title="Details"
        facts={[
          ['Category', service.category],
          ['Unit', service.unit],
          ['Tags', service.tags.join(', ')],
          ['Created', dayTextOf(service.created_at)],
          ['Changed', dayTextOf(service.updated_at)],
        ]}
      />
      {fields.length > 0 && (
        <Facts title="Custom fields" facts={fields.map((field) => [field.name, fieldText(field)] as const)} />
      )}
    </Stack>
  )
}

/** In words, never in colour alone; what is active needs no saying. */
export function StateBadge({ isActive }: { isActive: boolean }) {
  return isActive ? null : (
    <Badge variant="outline" color="gray" className={classes.inactive}>
      {stateWord(isActive)}
    </Badge>
  )
}

function Facts({
  title,
  facts,
}: {
  title: string
  facts: readonly (readonly [label: string, text: string])[]
}) {
  return (
    <section>
      <Title order={4} size="h5" mb="xs">
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
