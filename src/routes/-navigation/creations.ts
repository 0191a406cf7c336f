import type { Ability, Session } from '#contract/access/session.ts'

/** A kind of record that people create. */
interface Creation {
  readonly noun: string
  readonly to:
    | '/customers/new'
    | '/invoices/new'
    | '/invoices/recurring/new'
    | '/invoices/plans/new'
    | '/invoices/subscriptions/new'
    | '/proposals/new'
    | '/contracts/new'
    | '/meetings/new'
    | '/services/new'
    | '/contacts/new'
    | '/webhooks/new'
  readonly needs: Ability
  readonly needsRecords?: true
}

const creations: readonly Creation[] = [
  { noun: 'customer', to: '/customers/new', needs: 'customers.manage' },
  { noun: 'invoice', to: '/invoices/new', needs: 'invoices.manage', needsRecords: true },
  {
    noun: 'recurring invoice',
    to: '/invoices/recurring/new',
    needs: 'invoices.manage',
    needsRecords: true,
  },
  ...(['plan', 'subscription'] as const).map((noun): Creation => ({
    noun,
    to: `/invoices/${noun}s/new`,
    needs: 'invoices.manage',
    needsRecords: true,
  })),
  ...(['proposal', 'contract', 'meeting', 'service', 'contact'] as const).map((noun): Creation => ({
    noun,
    to: `/${noun}s/new`,
    needs: `${noun}s.manage`,
    needsRecords: true,
  })),
  { noun: 'webhook', to: '/webhooks/new', needs: 'settings.manage' },
]

/** Returns what the person may create, customers first. */
export const creationsOf = ({ abilities, features }: Session): readonly Creation[] =>
  creations.filter(
    ({ needs, needsRecords }) => abilities.includes(needs) && (!needsRecords || features.records),
  )

/** Returns what C creates on that page: a record of the kind on it, or a customer where that kind can't be created. */
export function creationOn(pathname: string, session: Session): Creation | undefined {
  const possible = creationsOf(session)
  return (
    possible.findLast(({ to }) => pathname.startsWith(to.replace('/new', ''))) ??
    possible.find(({ noun }) => noun === 'customer')
  )
}
