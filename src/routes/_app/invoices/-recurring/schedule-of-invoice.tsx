import { Text } from '@mantine/core'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'

import { schedules } from '#api/schedules.ts'
import { session } from '#api/session.ts'
import { TextLink } from '#kit/link.tsx'
import { SectionCard } from '#kit/section-card.tsx'
import { dayText } from '#lib/calendar.ts'

import { frequencyWords } from './schedule-words.tsx'

/** The schedule that drafted the invoice; nothing for others. */
export function ScheduleOfInvoice({ id }: { id: number }) {
  const { data: current } = useSuspenseQuery(session.current())
  const isOffered = current.features.records
  const { data: schedule } = useQuery({ ...schedules.ofInvoice(id), enabled: isOffered })
  if (!schedule) return null
  return (
    <SectionCard title="Recurring">
      <TextLink to="/invoices/recurring/$id" params={{ id: String(schedule.id) }} fw={500} size="sm">
        {frequencyWords[schedule.frequency]} invoice
      </TextLink>
      <Text size="sm" c="dimmed">
        Drafted for {dayText(schedule.period_on)}
      </Text>
    </SectionCard>
  )
}
