import { Group, Stack } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'

import { notifications } from '#api/notifications.ts'
import type { Session } from '#contract/access/session.ts'
import { notificationKinds } from '#contract/account/notification-kinds.ts'
import type {
  DigestTime,
  NotificationSettings as Input,
  SavedSettings,
} from '#contract/account/notifications.ts'
import { InlineProblem } from '#kit/inline-problem.tsx'
import { SectionCard } from '#kit/section-card.tsx'
import { Select } from '#kit/select.tsx'
import { dateFormat } from '#lib/locale.ts'
import { weekdayNames } from '#lib/weekdays.ts'

import { SettingRow } from '../-setting-row.tsx'
import { ChannelTable } from './channel-table.tsx'

/** Notification settings of the person. Every change is saved at once. */
export function NotificationSettings({ session, saved }: { session: Session; saved: SavedSettings }) {
  const queryClient = useQueryClient()
  const { mutate, error } = useMutation(notifications.saveSettings())
  const change = async (next: Partial<SavedSettings>) => {
    const { queryKey } = notifications.settings()
    // What is being read doesn't know of the change, and would take it back.
    await queryClient.cancelQueries({ queryKey })
    const settings = { ...(queryClient.getQueryData(queryKey) ?? saved), ...next }
    // Shown before it is saved; what fails is read again.
    queryClient.setQueryData(queryKey, settings)
    mutate(inputOf(settings))
  }
  return (
    <Stack gap="md">
      <ChannelTable session={session} settings={saved} onChange={(kinds) => void change({ kinds })} />
      <SectionCard title="What customers do">
        <SettingRow
          label="From which customers"
          description="When a customer answers, pays, opens a document or changes a meeting."
        >
          <Select
            aria-label="Customers"
            data={customerChoices}
            value={saved.customers}
            onChange={({ currentTarget: { value } }) =>
              void change({ customers: value as SavedSettings['customers'] })
            }
          />
        </SettingRow>
      </SectionCard>
      <DigestTimeCard
        digest={saved.digest}
        timeZone={session.time_zone}
        onChange={(digest) => void change({ digest })}
      />
      <InlineProblem error={error} />
    </Stack>
  )
}

const customerChoices = [
  { value: 'all', label: 'All customers' },
  { value: 'assigned', label: 'Mine, and those assigned to nobody' },
]

/** Kinds that only the service knows stay as they are. */
const inputOf = ({ kinds, digest, customers }: SavedSettings): Input => ({
  digest,
  customers,
  kinds: notificationKinds.flatMap((kind) =>
    kinds.filter((one) => one.kind === kind).map(({ in_app, email }) => ({ kind, in_app, email })),
  ),
})

interface DigestTimeCardProps {
  digest: DigestTime
  timeZone: string | undefined
  onChange: (digest: DigestTime) => void
}

const hourText = dateFormat({ hour: 'numeric', minute: '2-digit', timeZone: 'UTC' })

const days = [
  { value: '0', label: 'Every day' },
  ...weekdayNames().map((name, index) => ({ value: String(index + 1), label: `Every ${name}` })),
]
const hours = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: hourText(Date.UTC(2026, 5, 1, hour)),
}))

/** When the digest of overdue invoices comes. */
const DigestTimeCard = ({ digest, timeZone, onChange }: DigestTimeCardProps) => (
  <SectionCard title="Digest of overdue invoices">
    <SettingRow
      label="When it comes"
      description={
        timeZone === undefined
          ? 'In your business’s time zone.'
          : `In your business’s time zone, ${timeZone.replaceAll('_', ' ')}.`
      }
    >
      <Group gap="xs">
        <Select
          aria-label="Day"
          data={days}
          value={digest.every === 'day' ? '0' : String(digest.weekday)}
          onChange={({ currentTarget: { value } }) =>
            onChange(
              value === '0'
                ? { ...digest, every: 'day' }
                : { ...digest, every: 'week', weekday: Number(value) },
            )
          }
        />
        <Select
          aria-label="Time"
          data={hours}
          value={String(digest.hour)}
          onChange={({ currentTarget: { value } }) => onChange({ ...digest, hour: Number(value) })}
        />
      </Group>
    </SettingRow>
  </SectionCard>
)
