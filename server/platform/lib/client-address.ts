import type { FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'

import { isLoopback } from '#server/config.ts'

type From = Pick<FastifyRequest, 'ip' | 'socket'>

/** The address a request came from, as far as trusted proxies say; null where nobody knows. */
export const clientAddress = (request: From): string | null => addressOf(request)?.toString() ?? null

/**
 * The address that attempts are counted by. IPv6 counts by /64, which is what one connection usually gets: someone who has
 * one has 2^64 addresses.
 */
export function countedAddress(request: From): string {
  const address = addressOf(request)
  if (!address) return 'unknown'
  if (!(address instanceof ipaddr.IPv6)) return address.toString()
  return `${new ipaddr.IPv6([...address.parts.slice(0, 4), 0, 0, 0, 0]).toString()}/64`
}

function addressOf({ ip, socket }: From) {
  // What a trusted proxy passes on may be no address (a name, an address with a port); its own always is one.
  const text = [ip, socket.remoteAddress ?? ''].find((address) => ipaddr.isValid(address))
  return text === undefined ? undefined : ipaddr.process(text)
}

/** Returns a test of whether an address is in one of these networks, each an address or a CIDR. */
export function inNetworks(networks: readonly string[]): (address: string) => boolean {
  const ranges = networks.map((text) => {
    if (text.includes('/')) return ipaddr.parseCIDR(text)
    const address = ipaddr.parse(text)
    return [address, address.toByteArray().length * 8] as const
  })
  return (address) => {
    if (!ipaddr.isValid(address)) return false
    const one = ipaddr.process(address)
    return ranges.some(([network, bits]) => network.kind() === one.kind() && one.match(network, bits))
  }
}

/**
 * Whether the request came through a proxy that TRUSTED_PROXIES does not name: the address is the proxy's, and anybody
 * may be behind it.
 */
export const isBehindUnknownProxy = (request: FastifyRequest): boolean =>
  isForwarded(request) && request.ip === request.socket.remoteAddress

/** Whether a proxy says that it passed the request on. */
export function isForwarded({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return Object.keys(headers).some((name) => name.startsWith('x-forwarded-') || forwardingHeaders.has(name))
}

const forwardingHeaders = new Set([
  'forwarded',
  'via',
  'x-real-ip',
  'x-client-ip',
  'x-cluster-client-ip',
  'x-original-host',
  'true-client-ip',
  'cf-connecting-ip',
  'cf-ray',
  'fly-client-ip',
  'fastly-client-ip',
])

/** The host name of a `Host` header in lower case, without port and brackets; undefined if it isn't a host. */
export function hostName(header: string): string | undefined {
  const [, literal, name] = /^(?:\[([0-9a-f:.]+)\]|([a-z0-9._-]+))(?::[0-9]{1,5})?$/i.exec(header) ?? []
  return (literal ?? name)?.toLowerCase()
}

/** Whether an address of the web, such as an `Origin` or `Referer`, is on this machine. */
export function isLoopbackUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const name = hostName(new URL(text).host)
  return name !== undefined && isLoopback(name)
}
