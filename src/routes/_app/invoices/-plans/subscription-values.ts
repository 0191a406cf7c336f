import type { DraftCustomer } from '#api/invoice-draft.ts'
import type { Plan } from '#contract/invoices/plans.ts'
import {
  type Subscription,
  type SubscriptionChange,
  type SubscriptionInput,
  mostUnits,
} from '#contract/invoices/subscriptions.ts'
import type { Day } from '#lib/calendar.ts'
import { digits, typedDecimal, wholeAt } from '#lib/decimal.ts'
import { numberText } from '#lib/locale.ts'
import { amountAsTyped, decimalsOf } from '#lib/money.ts'

/** Fields of a subscription that can be changed, as values of a form. */
export interface ChangeValues {
  readonly quantity: string
  /** Empty for that of the plan. */
  readonly price: string
  /** Empty for no end. */
  readonly endsOn: Day
  readonly sends: boolean
}

/** A new subscription as its form holds it. */
export interface SubscriptionValues extends ChangeValues {
  readonly customer: DraftCustomer | null
  /** The id; empty until chosen. */
  readonly plan: string
  readonly startsOn: Day
  /** Days; empty for that of the plan. */
  readonly trial: string
}

/** Returns the form of a new subscription. */
export const newSubscription = (
  customer: DraftCustomer | null,
  plan: number | undefined,
  startsOn: Day,
): SubscriptionValues => ({
  customer,
  plan: plan === undefined ? '' : String(plan),
  startsOn,
  trial: '',
  quantity: '1',
  price: '',
  endsOn: '',
  sends: false,
})

/** Returns what can be changed, as a form holds it. */
export const changeValues = ({ quantity, price, ends_on, sends, currency }: Subscription): ChangeValues => ({
  quantity: String(quantity),
  price: price === null ? '' : amountAsTyped(price, currency),
  endsOn: ends_on ?? '',
  sends,
})

/** Lists what is wrong with what can be changed. */
export function* checkChange(
  { quantity, price }: ChangeValues,
  currency: string | undefined,
): Iterable<readonly ['quantity' | 'price', string]> {
  const units = /^\d{1,5}$/.test(quantity.trim()) ? Number(quantity) : 0
  if (units < 1 || units > mostUnits) yield ['quantity', `Enter a number from 1 to ${numberText(mostUnits)}`]
  if (price.trim() !== '' && currency !== undefined) {
    const read = typedDecimal(price)
    if (!read || wholeAt(read, decimalsOf(currency)) === undefined)
      yield ['price', `Enter a price with at most ${decimalsOf(currency)} decimals`]
  }
}

/** Lists what is wrong, as the path of an input and a message. */
export function* checkSubscription(
  values: SubscriptionValues,
  { today, plan }: { readonly today: Day; readonly plan: Plan | undefined },
): Iterable<readonly [string, string]> {
  const { customer, startsOn, endsOn, trial } = values
  if (customer === null) yield ['customer', 'Choose a customer']
  if (values.plan === '') yield ['plan', 'Choose a plan']
  if (startsOn === '') yield ['startsOn', 'Enter a date']
  else if (startsOn < today) yield ['startsOn', 'Choose today or a later day']
  if (endsOn !== '' && endsOn < startsOn) yield ['endsOn', 'Choose a later day']
  if (trial.trim() !== '' && (!/^\d{1,3}$/.test(trial.trim()) || Number(trial) > 730))
    yield ['trial', 'Enter a number of days from 0 to 730']
  yield* checkChange(values, plan?.currency)
}

/** Returns the change. Call it only without problems. */
export function changeInput({ quantity, price, endsOn, sends }: ChangeValues): SubscriptionChange {
  const read = price.trim() === '' ? undefined : typedDecimal(price)
  return {
    quantity: Number(quantity),
    price: read ? Number(digits(read)) : null,
    ends_on: endsOn === '' ? null : endsOn,
    sends,
  }
}

/** Returns the request. Call it only without problems. */
export const subscriptionInput = (values: SubscriptionValues): SubscriptionInput => ({
  ...changeInput(values),
  customer_id: values.customer?.id ?? 0,
  plan_id: Number(values.plan),
  starts_on: values.startsOn,
  trial_days: values.trial.trim() === '' ? null : Number(values.trial),
})

/** Returns the input that a name of the request belongs to. */
export const subscriptionPathOf = (name: string): keyof SubscriptionValues | undefined => paths[name]

const paths: Readonly<Record<string, keyof SubscriptionValues>> = {
  customer_id: 'customer',
  plan_id: 'plan',
  starts_on: 'startsOn',
  trial_days: 'trial',
  ends_on: 'endsOn',
  quantity: 'quantity',
  price: 'price',
}
