import { Card, Chip, Group, Text, Timeline as Line, Title } from '@mantine/core'
import { IconCircleDot, IconFileInvoice, IconNote, IconSignature, IconUser } from '@tabler/icons-react'

import { dayOf, timeOf } from '#lib/dates.ts'

import { type Entry, kindTitle } from './history.ts'

const icons: Partial<Record<string, typeof IconNote>> = {
  note: IconNote,
  invoice: IconFileInvoice,
  contract: IconSignature,
  proposal: IconSignature,
  customer: IconUser,
}

interface Props {
  entries: readonly Entry[]
  /** The one kind to show; undefined for all. */
  only: string | undefined
  onOnly: (kind: string | undefined) => void
}

/** Activity with a customer, by day. */
export function Timeline({ entries, only, onOnly }: Props) {
  const kinds = [...new Set(entries.map(({ kind }) => kind))].toSorted()
  const shown = entries.filter(({ kind }) => only === undefined || kind === only)
  const byDay = [...Map.groupBy(shown, ({ at }) => dayOf(at))]
  return (
    <Card withBorder>
      <Title order={2} size="h4" mb="sm">
        Activity
      </Title>
      {kinds.length > 1 && (
        <Chip.Group value={only ?? ''} onChange={(kind) => onOnly(kind === '' ? undefined : String(kind))}>
          <Group gap={6} mb="md" role="group" aria-label="Show">
            <Chip value="" size="xs">
              All
            </Chip>
            {kinds.map((kind) => (
              <Chip key={kind} value={kind} size="xs">
                {kindTitle(kind)}
              </Chip>
            ))}
          </Group>
        </Chip.Group>
      )}
      {shown.length === 0 && (
        <Text c="dimmed" size="sm">
          {entries.length === 0 ? 'No activity yet.' : 'No entries of this type.'}
        </Text>
      )}
      {byDay.map(([day, some]) => (
        <section key={day}>
          <Text size="sm" fw={600} component="h3" mt="sm" mb="xs">
            {day}
          </Text>
          <Line bulletSize={24} lineWidth={2}>
            {some.map(({ key, kind, title, text, at, by }) => {
              const Icon = icons[kind] ?? IconCircleDot
              return (
                <Line.Item key={key} title={title} bullet={<Icon size={14} aria-hidden />}>
                  <Text size="sm" dir="auto" style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
                    {text}
                  </Text>
                  <Text size="xs" c="dimmed">
                    {timeOf(at)} · {by}
                  </Text>
                </Line.Item>
              )
            })}
          </Line>
        </section>
      ))}
    </Card>
  )
}
