import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import { type KnownWebhook, webhooks } from '#api/webhooks.ts'
import { RelativeTime } from '#kit/relative-time.tsx'
import { numberFormat } from '#lib/locale.ts'
import { EndpointStatus } from '#parts/webhooks/endpoint-status.tsx'

import { ActivityChart } from './-activity-chart.tsx'
import { Countdown } from './-countdown.tsx'
import { durationText } from './-durations.ts'
import { useFeatures } from './-use-features.ts'

import classes from './-webhook-status-line.module.css'

const rateText = numberFormat({ style: 'percent', maximumFractionDigits: 1 })

/** How an endpoint is doing, in one line beside a chart of the last 24 hours. */
export function WebhookStatusLine({ webhook }: { webhook: KnownWebhook }) {
  const features = useFeatures()
  const hasActivity = features.records
  const { data: activity } = useQuery({ ...webhooks.activity(webhook.id), enabled: hasActivity })
  const next = webhook.status === 'active' ? webhook.details?.next_attempt_at : null
  return (
    <section className={classes['line']} aria-label="Status">
      <dl className={classes['facts']}>
        <StatusFact label="Status">
          <EndpointStatus webhook={webhook} />
        </StatusFact>
        {hasActivity && (
          <>
            <StatusFact label="Success, 24 h">
              {activity ? rateOf(activity.success_rate) : <FactSkeleton />}
            </StatusFact>
            <StatusFact label="Median response">
              {activity ? medianOf(activity.median_ms) : <FactSkeleton />}
            </StatusFact>
          </>
        )}
        <StatusFact label="Last delivery">
          {webhook.last_delivery_at ? <RelativeTime datetime={webhook.last_delivery_at} /> : 'Never'}
        </StatusFact>
        {next && (
          <StatusFact label="Next attempt">
            <Countdown until={next} />
          </StatusFact>
        )}
        {webhook.disabled_at && (
          <StatusFact label="Disabled">
            <RelativeTime datetime={webhook.disabled_at} />
          </StatusFact>
        )}
      </dl>
      {hasActivity &&
        (activity ? <ActivityChart hours={activity.hours} /> : <Skeleton height={62} maw={420} flex={1} />)}
    </section>
  )
}

function StatusFact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

const FactSkeleton = () => <Skeleton height={16} width={48} my={4} />

const rateOf = (rate: number | null) => (rate === null ? '–' : rateText(rate))
const medianOf = (ms: number | null) => (ms === null ? '–' : durationText(ms))
