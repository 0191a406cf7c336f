import type { AnyRouter } from '@tanstack/react-router'

import type { Session } from '#contract/access/session.ts'

/** A record that was opened in this tab. Names of customers stay in memory. */
export interface Recent {
  readonly kind:
    | 'Customer'
    | 'Invoice'
    | 'Credit note'
    | 'Proposal'
    | 'Contract'
    | 'Service'
    | 'Webhook'
    | 'Delivery'
    | 'Contact'
  readonly id: number
  readonly label: string
}

const most = 6
const kinds = {
  customers: 'Customer',
  invoices: 'Invoice',
  proposals: 'Proposal',
  contracts: 'Contract',
  webhooks: 'Webhook',
} as const

let owner = ''
let recents: readonly Recent[] = []

/** Returns the records opened last, the newest first. `person` is who works where; anybody else starts with none. */
export function recentRecords(person: string): readonly Recent[] {
  return person === owner ? recents : []
}

/** Puts a record in front of the recent ones. */
export function noteRecent(person: string, record: Recent): void {
  const others = recentRecords(person).filter(({ kind, id }) => kind !== record.kind || id !== record.id)
  owner = person
  recents = [record, ...others].slice(0, most)
}

/** Forgets all of them, when somebody signs out. */
export function forgetRecents(): void {
  recents = []
}

/** Notes every record whose page is opened, under the title that its page has. Returns an unsubscribe function. */
export function followVisits(router: AnyRouter, person: string): () => void {
  const note = () => {
    const [, noun, id] =
      /^\/(customers|invoices|proposals|contracts|webhooks)\/(\d+)$/.exec(router.state.location.pathname) ??
      []
    const [, label] = /^(.+) · Bureau$/.exec(document.title) ?? []
    const hasFailed = router.state.matches.some(({ status }) => status === 'error')
    if (noun === undefined || label === undefined || hasFailed) return
    noteRecent(person, { kind: kinds[noun as keyof typeof kinds], id: Number(id), label })
  }
  // The title is set by an effect of the page.
  return router.subscribe('onRendered', () => setTimeout(note))
}

/** Returns who works where: what is recent to one person or account isn't to another. */
export const personKey = ({ user, account }: Pick<Session, 'user' | 'account'>): string =>
  `${user.id} in ${account.id}`
