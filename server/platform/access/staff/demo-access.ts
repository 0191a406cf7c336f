import type { FastifyRequest } from 'fastify'

import { type Config, isLoopback } from '#server/config.ts'
import type { Store } from '#server/platform/db/store.ts'
import { hostName, isForwarded, isLoopbackUrl } from '#server/platform/lib/client-address.ts'

import { demoColleagues, demoStaff } from './demo-staff.ts'
import { hasDemoPerson } from './people.ts'

/** The demo's owner, and everybody in it; all have one password. */
export interface DemoSignIn {
  readonly email: string
  readonly password: string
  readonly people: { name: string; email: string; role: string }[]
}

/** Returns how to sign in to the demo; null where its owner isn't there. */
export async function describeDemo(store: Store): Promise<DemoSignIn | null> {
  const { email, password } = demoStaff
  if (!(await hasDemoPerson(store, email))) return null
  const people = [{ ...demoStaff, role: 'owner' as const }, ...demoColleagues]
  return { email, password, people: people.map(({ name, email: of, role }) => ({ name, email: of, role })) }
}

/** Whether this start offers the demo. Its passwords are published, so only if other machines can't reach it. */
export const offersDemo = ({ demo, host, publicUrl }: Pick<Config, 'demo' | 'host' | 'publicUrl'>): boolean =>
  demo && isLoopback(host) && (publicUrl === undefined || isLoopbackUrl(publicUrl))

/**
 * Whether the request is from this machine itself. A proxy on the same machine is on loopback too, and PUBLIC_URL may
 * not be set, so everything that tells of one counts: its headers, another name in `Host`, `Origin` or `Referer`, and
 * HTTP/1.0, which proxies speak and browsers do not.
 */
export function isLocalRequest(request: FastifyRequest): boolean {
  const { host, origin, referer } = request.headers
  const name = host === undefined ? undefined : hostName(host)
  return (
    name !== undefined &&
    isLoopback(name) &&
    !isForwarded(request) &&
    request.raw.httpVersion !== '1.0' &&
    [origin, referer].every((url) => url === undefined || isLoopbackUrl(url))
  )
}
