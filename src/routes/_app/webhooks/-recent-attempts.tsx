import type { RecentAttempt } from '#contract/webhooks/details.ts'
import { pluralize } from '#lib/pluralize.ts'

import classes from './-recent-attempts.module.css'

const shown = 10

/** The last ten attempts at an endpoint as bars, the newest on the right. */
export function RecentAttempts({ attempts }: { attempts: readonly RecentAttempt[] }) {
  const description = describeAttempts(attempts)
  const missing = Array.from({ length: Math.max(0, shown - attempts.length) }, (_, index) => `none-${index}`)
  return (
    <span className={classes['strip']} role="img" aria-label={description} title={description}>
      {missing.map((key) => (
        <span key={key} />
      ))}
      {attempts.toReversed().map(({ delivery_id, attempt, status }) => (
        <span key={`${delivery_id}-${attempt}`} data-status={status} />
      ))}
    </span>
  )
}

/** Returns `Last 10 attempts: 9 delivered, 1 failed. Latest: delivered`. */
export function describeAttempts(attempts: readonly RecentAttempt[]): string {
  const [latest] = attempts
  if (!latest) return 'No attempts yet'
  const counts = Map.groupBy(attempts, ({ status }) => status)
  const parts = [...counts].map(([status, some]) => `${some.length} ${status}`)
  return `Last ${pluralize(attempts.length, 'attempt')}: ${parts.join(', ')}. Latest: ${latest.status}`
}
