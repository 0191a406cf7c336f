import { type LookupAddress, lookup } from 'node:dns'
import { Resolver } from 'node:dns/promises'

const dnsTimeoutMs = 1_500

/**
 * The addresses of a host name. DNS is asked directly, because `lookup` works on a few threads that one dead name
 * server would occupy for everybody; names DNS does not know (hosts file, search domains) take that road one at a time.
 */
export async function resolveName(name: string): Promise<LookupAddress[]> {
  const host = name.replace(/\.$/, '').toLowerCase()
  // RFC 6761: never asked of a name server.
  if (host === 'localhost' || host.endsWith('.localhost')) return [{ address: '127.0.0.1', family: 4 }]
  const [v4, v6] = await Promise.all([
    resolver.resolve4(name).catch(() => []),
    resolver.resolve6(name).catch(() => []),
  ])
  if (v4.length + v6.length === 0) return fromSystem(name)
  return [...v4.map((address) => ({ address, family: 4 })), ...v6.map((address) => ({ address, family: 6 }))]
}

const resolver = new Resolver({ timeout: dnsTimeoutMs, tries: 1 })
let last: Promise<unknown> = Promise.resolve()

function fromSystem(name: string): Promise<LookupAddress[]> {
  const found = last.then(
    () =>
      new Promise<LookupAddress[]>((resolve, reject) => {
        lookup(name, { all: true }, (error, addresses) => (error ? reject(error) : resolve(addresses)))
      }),
  )
  last = found.catch(() => undefined)
  return found
}
