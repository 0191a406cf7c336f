import { type ExpressionBuilder, sql } from 'kysely'

import { failingFrom } from '#contract/webhooks/summary.ts'
import type { Database } from '#server/platform/db/database.ts'

/**
 * Whether an endpoint is failing: disabled, or active and its last attempts failed, the first one aside. Tests never count, and a
 * paused endpoint isn't tried. The one definition for lists, details and the overview.
 */
export const isFailing = (webhook: { readonly status: string; readonly failure_count: number }): boolean =>
  webhook.status === 'disabled' || (webhook.status === 'active' && webhook.failure_count >= failingFrom)

/** `isFailing` as a condition. Its text has no bound values, so that it fits into prepared statements. */
export const whereFailing = (eb: ExpressionBuilder<Database, 'webhooks'>) =>
  eb.or([
    eb('webhooks.status', '=', sql.lit('disabled' as const)),
    eb.and([
      eb('webhooks.status', '=', sql.lit('active' as const)),
      eb('webhooks.failure_count', '>=', sql.lit(failingFrom)),
    ]),
  ])
