import { useQuery } from '@tanstack/react-query'

import { credentials } from '#api/credentials.ts'
import { type CredentialDay, shownUsageDays } from '#contract/access/credentials.ts'
import { Problem } from '#kit/problem.tsx'
import { SectionCard } from '#kit/section-card.tsx'
import { dayText } from '#lib/calendar.ts'
import { numberText } from '#lib/locale.ts'
import { pluralize } from '#lib/pluralize.ts'

import classes from './usage-card.module.css'

/** The requests of the last 30 days. */
export function UsageCard({ id }: { id: number }) {
  const usage = useQuery(credentials.usage(id))
  return (
    <SectionCard title="Usage" description={`Requests in the last ${shownUsageDays} days, by day in UTC.`}>
      {usage.data ? (
        <UsageChart days={usage.data} />
      ) : usage.error ? (
        <Problem error={usage.error} retry={() => void usage.refetch()} />
      ) : (
        <div className={classes['waiting']} />
      )}
    </SectionCard>
  )
}

const kinds = [
  { name: 'limited', label: 'Rate limited (429)', of: (day: CredentialDay) => day.rate_limited },
  { name: 'rejected', label: 'Errors (4xx)', of: (day: CredentialDay) => day.rejected },
  {
    name: 'answered',
    label: 'Other responses',
    of: (day: CredentialDay) => day.requests - day.rejected - day.rate_limited,
  },
] as const

/** A bar for each day: what was answered below, what was rejected above. */
function UsageChart({ days }: { days: readonly CredentialDay[] }) {
  const most = Math.max(1, ...days.map(({ requests }) => requests))
  const sum = (of: (day: CredentialDay) => number) => days.reduce((total, day) => total + of(day), 0)
  const total = sum(({ requests }) => requests)
  return (
    <figure className={classes['chart']}>
      <div className={classes['bars']} role="img" aria-label={describe(total, sum)}>
        {days.map((day) => (
          <div
            key={day.day}
            className={classes['bar']}
            title={`${dayText(day.day)}: ${pluralize(day.requests, 'request')}`}
          >
            {kinds.map(({ name, of }) => (
              <span key={name} data-kind={name} style={{ height: `${(of(day) / most) * 100}%` }} />
            ))}
          </div>
        ))}
      </div>
      <div className={classes['axis']} aria-hidden>
        <span>{dayText(days[0]?.day ?? '')}</span>
        <span>Today</span>
      </div>
      <figcaption className={classes['legend']}>
        {kinds.toReversed().map(({ name, label, of }) => (
          <span key={name} data-kind={name}>
            {label} <strong>{numberText(sum(of))}</strong>
          </span>
        ))}
      </figcaption>
    </figure>
  )
}

function describe(total: number, sum: (of: (day: CredentialDay) => number) => number): string {
  if (total === 0) return `No requests in the last ${shownUsageDays} days`
  const [limited, rejected] = [sum((day) => day.rate_limited), sum((day) => day.rejected)]
  return `${pluralize(total, 'request')} in the last ${shownUsageDays} days: ${numberText(rejected)} answered with a 4xx error, ${numberText(limited)} rate limited`
}
