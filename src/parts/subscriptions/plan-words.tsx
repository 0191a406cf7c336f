import type { Frequency } from '#contract/invoices/schedule-dates.ts'
import type { SubscriptionStatus } from '#contract/invoices/subscription-states.ts'
import type { SubscriptionSummary } from '#contract/invoices/subscriptions.ts'
import { StatusBadge, type Tone } from '#kit/status-badge.tsx'
import { dayCount, dayText } from '#lib/calendar.ts'
import { money } from '#lib/money.ts'

/** Label of a plan's interval. */
export const intervalWords: Readonly<Record<Frequency, string>> = {
  weekly: 'Weekly',
  monthly: 'Monthly',
  quarterly: 'Quarterly',
  yearly: 'Yearly',
}

const periods: Readonly<Record<Frequency, string>> = {
  weekly: 'week',
  monthly: 'month',
  quarterly: 'quarter',
  yearly: 'year',
}

/** “per month”. */
export const perPeriod = (frequency: Frequency): string => `per ${periods[frequency]}`

/** “€30.00 per month”. */
export const priceText = (amount: number, currency: string, frequency: Frequency): string =>
  `${money(amount, currency)} ${perPeriod(frequency)}`

/** How long a trial is. */
export const trialText = (days: number): string => (days === 0 ? 'No trial' : dayCount(days))

const statuses: Readonly<Record<SubscriptionStatus, { readonly word: string; readonly tone: Tone }>> = {
  upcoming: { word: 'Upcoming', tone: 'info' },
  trialing: { word: 'Trial', tone: 'info' },
  active: { word: 'Active', tone: 'good' },
  paused: { word: 'Paused', tone: 'notice' },
  canceling: { word: 'Canceled', tone: 'notice' },
  ended: { word: 'Ended', tone: 'neutral' },
}

export const subscriptionStatusWord = (status: SubscriptionStatus): string => statuses[status].word

/** The status of a subscription, in its color. */
export function SubscriptionBadge({ status }: { status: SubscriptionStatus }) {
  return <StatusBadge tone={statuses[status].tone}>{subscriptionStatusWord(status)}</StatusBadge>
}

/** The next step of a subscription, in a few words; empty where there is none. */
export function nextText({
  status,
  starts_on,
  billed_from,
  ends_on,
  next_on,
}: Pick<SubscriptionSummary, 'status' | 'starts_on' | 'billed_from' | 'ends_on' | 'next_on'>): string {
  if (status === 'upcoming') return `Starts ${dayText(starts_on)}`
  if (status === 'trialing') return `First invoice ${dayText(billed_from)}`
  if (status === 'canceling') return `Ends ${dayText(ends_on ?? '')}`
  if (status === 'ended') return `Ended ${dayText(ends_on ?? '')}`
  if (status === 'paused') return ''
  return next_on === null ? `Ends ${dayText(ends_on ?? '')}` : `Next invoice ${dayText(next_on)}`
}
