import { Group } from '@mantine/core'

import type { DigestTime } from '#contract/account/notifications.ts'
import { SectionCard } from '#kit/section-card.tsx'
import { Select } from '#kit/select.tsx'
import { dateFormat } from '#lib/locale.ts'
import { weekdayNames } from '#lib/weekdays.ts'

import { SettingRow } from '../-setting-row.tsx'

interface Props {
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
export const DigestTimeCard = ({ digest, timeZone, onChange }: Props) => (
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
