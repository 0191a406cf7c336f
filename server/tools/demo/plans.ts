import type { PlanInput } from '#contract/invoices/plans.ts'

interface DemoPlan extends Pick<PlanInput, 'name' | 'frequency' | 'trial_days' | 'payment_days'> {
  /** Of one unit for one period. */
  readonly lines: readonly (readonly [description: string, quantity: number, unit_price: number])[]
}

const care: DemoPlan = {
  name: 'Website care',
  frequency: 'monthly',
  trial_days: 14,
  payment_days: 14,
  lines: [['Website care, one month', 1, 95]],
}
const retainer: DemoPlan = {
  name: 'Design retainer',
  frequency: 'quarterly',
  trial_days: 0,
  payment_days: 30,
  lines: [
    ['Graphic design, ten hours', 10, 85],
    ['Archive of files, one quarter', 1, 45],
  ],
}
const hosting: DemoPlan = {
  name: 'Hosting',
  frequency: 'yearly',
  trial_days: 0,
  payment_days: 14,
  lines: [
    ['Hosting, one year', 1, 180],
    ['Domain, one year', 1, 24],
  ],
}

/** In euros. */
export const demoPlans = [care, retainer, hosting] as const

/**
 * A customer and their plan. `upcoming` begins in so many days, and `trialing` began so many days ago. The first period of the others began
 * with the newest of their invoices, which is less than a period ago, except that of `ended`.
 */
interface DemoSubscriber {
  readonly name: string
  readonly plan: DemoPlan
  readonly quantity: number
  readonly state:
    | { readonly kind: 'upcoming'; readonly inDays: number }
    | { readonly kind: 'trialing'; readonly daysAgo: number }
    | { readonly kind: 'active' | 'paused' | 'canceling' | 'ended' }
}

/** At least one in every status. */
export const demoSubscribers: readonly DemoSubscriber[] = [
  { name: 'Samuel Abebe', plan: care, quantity: 1, state: { kind: 'ended' } },
  { name: 'Hannah Goldberg', plan: hosting, quantity: 1, state: { kind: 'active' } },
  { name: 'Beatrice Romano', plan: care, quantity: 2, state: { kind: 'canceling' } },
  { name: 'Ingrid Sørensen', plan: retainer, quantity: 1, state: { kind: 'active' } },
  { name: 'Zoë van der Meulen', plan: care, quantity: 1, state: { kind: 'paused' } },
  { name: 'Ewan MacLeod', plan: care, quantity: 3, state: { kind: 'active' } },
  { name: 'Chloé Lefèvre', plan: care, quantity: 1, state: { kind: 'active' } },
  { name: 'Freya Lindqvist', plan: care, quantity: 1, state: { kind: 'trialing', daysAgo: 5 } },
  { name: 'Marta Novotná', plan: hosting, quantity: 1, state: { kind: 'upcoming', inDays: 12 } },
]

/** Returns the lines that the first period of a customer was billed with, before tax; undefined for one without any. */
export function firstPeriodOf(
  name: string,
): { description: string; quantity: number; unit_price: number }[] | undefined {
  const subscriber = demoSubscribers.find((one) => one.name === name)
  if (!subscriber || 'inDays' in subscriber.state || 'daysAgo' in subscriber.state) return undefined
  return subscriber.plan.lines.map(([description, quantity, unit_price]) => ({
    description,
    quantity: quantity * subscriber.quantity,
    unit_price,
  }))
}
