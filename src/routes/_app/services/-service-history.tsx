import { Button, Skeleton, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { services } from '#api/services.ts'
import type { Service, ServiceActivity } from '#contract/services/services.ts'
import { InlineProblem } from '#kit/inline-problem.tsx'
import { capitalized } from '#lib/capitalized.ts'
import { listText } from '#lib/locale.ts'
import { money } from '#lib/money.ts'
import { pluralize } from '#lib/pluralize.ts'
import { billingWord, fieldText, stateWord, typeWord } from '#parts/services/service-words.ts'
import { TimelineEntry } from '#parts/timeline/timeline.tsx'

import classes from '#parts/timeline/timeline.module.css'

const shownAtFirst = 5

/** Who changed what about a service, the newest first. */
export function ServiceHistory({ service }: { service: Service }) {
  const { data, error } = useQuery(services.activity(service.id))
  const [isLong, setIsLong] = useState(false)
  const shown = isLong ? data : data?.slice(0, shownAtFirst)
  const rest = (data?.length ?? 0) - (shown?.length ?? 0)
  return (
    <section aria-label="Activity">
      <Title order={3} mb="xs">
        Activity
      </Title>
      {!data && (error ? <InlineProblem error={error} /> : <Skeleton height={96} />)}
      {data?.length === 0 && (
        <Text c="dimmed" size="sm">
          No activity yet.
        </Text>
      )}
      {shown && shown.length > 0 && (
        <ol className={classes['entries']}>
          {shown.map(({ id, description, changes, caused_by, created_at }) => (
            <TimelineEntry
              key={id}
              canManageNotes={false}
              entry={{
                key: String(id),
                kind: 'service',
                title: description,
                text: changeLines(changes, service).join('\n'),
                by: caused_by,
                at: created_at,
              }}
            />
          ))}
        </ol>
      )}
      {rest > 0 && (
        <Button variant="subtle" size="compact-sm" mt="xs" onClick={() => setIsLong(true)}>
          Show {pluralize(rest, 'older entry', 'older entries')}
        </Button>
      )}
    </section>
  )
}

const fieldLabels: Readonly<Record<string, string>> = {
  name: 'name',
  description: 'description',
  type: 'type',
  category: 'category',
  price: 'price',
  currency: 'currency',
  billing_type: 'billing',
  is_active: 'status',
  tax_rate: 'tax rate',
  unit: 'unit',
  custom_fields: 'custom fields',
  tags: 'tags',
}

/** Too long, or made of parts: what they were is no line of text. */
const onlyNamed: ReadonlySet<string> = new Set(['description', 'custom_fields'])

/** Changes of an entry of the activity, one line each. */
function changeLines(
  changes: ServiceActivity['changes'],
  { currency }: { readonly currency: string },
): readonly string[] {
  const all = Object.entries(changes ?? {}).filter(([name]) => name in fieldLabels)
  const currencies = changes?.['currency']
  const lines = all
    .filter(([name]) => !onlyNamed.has(name))
    .map(([name, { from, to }]) => {
      const text = (value: unknown, of: unknown) =>
        name === 'price' && typeof value === 'number' && typeof of === 'string'
          ? money(value, of)
          : valueText(name, value)
      const before = text(from, currencies?.from ?? currency)
      const after = text(to, currencies?.to ?? currency)
      return `${capitalized(fieldLabels[name] ?? name)}: ${before || 'none'} → ${after || 'none'}`
    })
  const named = all.filter(([name]) => onlyNamed.has(name)).map(([name]) => fieldLabels[name] ?? name)
  return named.length === 0 ? lines : [...lines, `${capitalized(listText(named, 'and'))} changed`]
}

function valueText(name: string, value: unknown): string {
  if (name === 'is_active') return stateWord(value === true)
  if (name === 'billing_type') return billingWord(String(value))
  if (name === 'type') return typeWord(String(value))
  const text = fieldText({ value: value as Parameters<typeof fieldText>[0]['value'] })
  return name === 'tax_rate' ? `${text}%` : text
}
