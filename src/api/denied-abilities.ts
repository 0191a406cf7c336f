import type { Session } from '#contract/access/session.ts'
import { minuteMs } from '#contract/values/durations.ts'

import { currentAccount } from './account.ts'

/** Abilities that the session has and the service refused. */
interface Denial {
  readonly account: number | undefined
  readonly ability: string
  /** When it is asked about again. */
  readonly until: number
  /** The session, read again, still says that they may. */
  readonly isConfirmed: boolean
}

let denials: readonly Denial[] = []
const forgottenAfterMs = 5 * minuteMs

/** Remembers that a read was answered with 403 although it needs nothing but that ability. */
export function noteDenied(ability: string): void {
  if (ownDenials().some((denial) => denial.ability === ability)) return
  const until = Date.now() + forgottenAfterMs
  denials = [...denials, { account: currentAccount(), ability, until, isConfirmed: false }]
}

/**
 * Takes from a session that was read again what the service refuses anyway: it may be another one, whose token may do less
 * than the person. A session that agrees with the refusal has simply changed, and one that waits for a second factor is
 * refused everything until then.
 */
export function withoutDenied(session: Session): Session {
  const own = ownDenials()
  const stands = ({ ability }: Denial) =>
    session.needs_two_factor !== true && session.abilities.includes(ability)
  const confirmed = own.filter(stands).map((denial) => ({ ...denial, isConfirmed: true }))
  denials = [...denials.filter((denial) => !own.includes(denial)), ...confirmed]
  if (confirmed.length === 0) return session
  const refused = new Set(confirmed.map(({ ability }) => ability))
  return { ...session, abilities: session.abilities.filter((ability) => !refused.has(ability)) }
}

/** Whether it is the service that refuses this, and not the person’s role. */
export const isDeniedByService = (ability: string): boolean =>
  ownDenials().some((denial) => denial.ability === ability && denial.isConfirmed)

/** Those of this account that still count. */
function ownDenials(): readonly Denial[] {
  const now = Date.now()
  denials = denials.filter(({ until }) => until > now)
  return denials.filter(({ account }) => account === currentAccount())
}
