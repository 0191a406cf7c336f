import type { RecentAttempt } from '#contract/webhook-details.ts'
import { pluralize } from '#lib/pluralize.ts'

import classes from './-outcome-strip.module.css'

type Outcomes = readonly RecentAttempt[]
type Status = RecentAttempt['status']

const shown = 10

/** A shape each, so that nobody has to tell colours apart. */
const shapes: Record<Status | 'none', string> = {
  delivered: 'M1 1h8v14H1z',
  failed: 'M1.5 4.5l7 7M8.5 4.5l-7 7',
  none: 'M4 8h2',
}

/** The last ten attempts at an endpoint, the newest on the right. */
export function OutcomeStrip({ outcomes }: { outcomes: Outcomes }) {
  const missing = Array.from({ length: Math.max(0, shown - outcomes.length) }, (_, index) => ({
    key: `none-${index}`,
    status: 'none' as const,
  }))
  const marks = [
    ...missing,
    ...outcomes
      .toReversed()
      .map(({ delivery_id, attempt, status }) => ({ key: `${delivery_id}-${attempt}`, status })),
  ]
  return (
    <span
      className={classes['strip']}
      role="img"
      aria-label={outcomeWords(outcomes)}
      title={outcomeWords(outcomes)}
    >
      {marks.map(({ key, status }) => (
        <svg key={key} className={classes[status]} width="10" height="16" viewBox="0 0 10 16" aria-hidden>
          <path
            d={shapes[status]}
            fill={status === 'delivered' ? 'currentColor' : 'none'}
            stroke={status === 'delivered' ? 'none' : 'currentColor'}
            strokeWidth="2"
            strokeLinecap="round"
          />
        </svg>
      ))}
    </span>
  )
}

/** Returns `Last 10 attempts: 9 delivered, 1 failed, the newest delivered`. */
export function outcomeWords(outcomes: Outcomes): string {
  if (outcomes.length === 0) return 'No attempts yet'
  const counts = Map.groupBy(outcomes, ({ status }) => status)
  const parts = [...counts].map(([status, some]) => `${some.length} ${status}`)
  const newest = outcomes[0] ? `, the newest ${outcomes[0].status}` : ''
  return `Last ${pluralize(outcomes.length, 'attempt')}: ${parts.join(', ')}${newest}`
}
