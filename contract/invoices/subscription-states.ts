import type { ScheduleStatus } from './schedule-filter.ts'

/** Statuses of subscriptions; nothing else decides them. */
export const subscriptionStatuses = [
  'upcoming',
  'trialing',
  'active',
  'paused',
  'canceling',
  'ended',
] as const
export type SubscriptionStatus = (typeof subscriptionStatuses)[number]

export const subscriptionMoves = ['pause', 'resume', 'cancel', 'keep'] as const
export type SubscriptionMove = (typeof subscriptionMoves)[number]

const moves: Record<SubscriptionStatus, Partial<Record<SubscriptionMove, SubscriptionStatus>>> = {
  // Nothing has been billed, so there is no period to wait for.
  upcoming: { cancel: 'ended' },
  trialing: { cancel: 'canceling' },
  active: { pause: 'paused', cancel: 'canceling' },
  // At once if nothing is billed for the running period.
  paused: { resume: 'active', cancel: 'canceling' },
  // In a trial, that continues.
  canceling: { keep: 'active' },
  ended: {},
}

/** The status that follows; undefined where that can't happen. */
export const subscriptionAfter = (
  status: SubscriptionStatus,
  move: SubscriptionMove,
): SubscriptionStatus | undefined => moves[status][move]

/** Whether quantity, price and end can be changed. */
export const isChangeable = (status: SubscriptionStatus): boolean =>
  status !== 'canceling' && status !== 'ended'

/** Facts that decide a subscription's status. Days are YYYY-MM-DD in the account's time zone. */
interface Facts {
  readonly schedule_status: ScheduleStatus
  readonly starts_on: string
  /** The day of the first invoice: after the trial. */
  readonly billed_from: string
  readonly ends_on: string | null
  readonly canceled_at: string | null
}

/** Returns the status that a subscription has on a day. */
export function subscriptionStatus(
  { schedule_status, starts_on, billed_from, ends_on, canceled_at }: Facts,
  today: string,
): SubscriptionStatus {
  if (ends_on !== null && ends_on < today) return 'ended'
  if (schedule_status === 'paused') return 'paused'
  if (canceled_at !== null) return 'canceling'
  if (today < starts_on) return 'upcoming'
  return today < billed_from ? 'trialing' : 'active'
}
