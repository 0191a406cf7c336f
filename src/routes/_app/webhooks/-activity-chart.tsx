import type { WebhookActivity } from '#contract/webhooks/details.ts'
import { dateFormat, numberText } from '#lib/locale.ts'
import { pluralize } from '#lib/pluralize.ts'

import classes from './-activity-chart.module.css'

type Hour = WebhookActivity['hours'][number]

const hourText = dateFormat({ weekday: 'short', hour: '2-digit', minute: '2-digit' })

/** Attempts in the last 24 hours, a bar for each hour: what succeeded below, what failed above. */
export function ActivityChart({ hours }: { hours: readonly Hour[] }) {
  const most = Math.max(1, ...hours.map(({ delivered, failed }) => delivered + failed))
  return (
    <figure className={classes['chart']}>
      <div className={classes['bars']} role="img" aria-label={describeActivity(hours)}>
        {hours.map(({ start, delivered, failed }) => (
          <div
            key={start}
            className={classes['bar']}
            title={`${hourText(new Date(start))}: ${numberText(delivered)} delivered, ${numberText(failed)} failed`}
          >
            <span data-status="failed" style={{ height: `${(failed / most) * 100}%` }} />
            <span data-status="delivered" style={{ height: `${(delivered / most) * 100}%` }} />
          </div>
        ))}
      </div>
      <figcaption className={classes['axis']}>
        <span>24 hours ago</span>
        <span>Now</span>
      </figcaption>
    </figure>
  )
}

/** Returns `In the last 24 hours, 12 attempts: 11 succeeded, 1 failed`. */
export function describeActivity(hours: readonly Hour[]): string {
  const delivered = hours.reduce((sum, hour) => sum + hour.delivered, 0)
  const failed = hours.reduce((sum, hour) => sum + hour.failed, 0)
  if (delivered + failed === 0) return 'No attempts in the last 24 hours'
  return `In the last 24 hours, ${pluralize(delivered + failed, 'attempt')}: ${numberText(delivered)} succeeded, ${numberText(failed)} failed`
}
