import type { IncomingHttpHeaders } from 'node:http'

import { type Config, isLoopback } from '#server/config.ts'
import { hostName } from '#server/platform/lib/client-address.ts'
import { HttpError } from '#server/platform/lib/http-error.ts'

const probes: ReadonlySet<string> = new Set(['/healthz', '/readyz'])

/**
 * Returns a check that throws unless the request is addressed to us. A service on loopback has loopback names and that
 * of PUBLIC_URL only: a page elsewhere may point a name of its own at 127.0.0.1 and would then count as our origin.
 */
export function makeHostGuard({ host, publicUrl }: Pick<Config, 'host' | 'publicUrl'>) {
  if (!isLoopback(host)) return () => undefined
  const publicName = publicUrl && hostName(new URL(publicUrl).host)
  // Clients send the same one with every request, and reading it takes as long as checking their credential.
  let lastGood: string | undefined
  return ({
    headers,
    url = '',
  }: {
    readonly headers: IncomingHttpHeaders
    readonly url?: string | undefined
  }): void => {
    // HTTP/1.0 may leave the header out; no browser does.
    if (headers.host === undefined || headers.host === lastGood || probes.has(url)) return
    const name = hostName(headers.host)
    if (name === undefined || !(isLoopback(name) || name === publicName)) throw new HttpError('MISDIRECTED')
    lastGood = headers.host
  }
}
