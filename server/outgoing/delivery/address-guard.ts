import type { LookupAddress } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { callbackify } from 'node:util'

import ipaddr from 'ipaddr.js'

import { NameResolver } from './resolve.ts'

/** The error of an attempt at an address that isn’t public. Staff read it. */
export const notAllowed = 'address not allowed'

type Address = ipaddr.IPv4 | ipaddr.IPv6

/**
 * Keeps deliveries out of every network that isn't public. Literal addresses are checked before anything
 * is sent; names are checked when connecting, by the very addresses that will be used.
 */
export class AddressGuard {
  readonly #opened: readonly [Address, number][]

  readonly #resolve: (name: string) => Promise<LookupAddress[]>

  /** `networks`: CIDRs that are allowed in addition to public addresses. */
  constructor(networks: readonly string[], resolver: Pick<NameResolver, 'resolve'> = new NameResolver()) {
    this.#resolve = (name) => resolver.resolve(name)
    this.#opened = networks.map((cidr) => ipaddr.parseCIDR(cidr))
  }

  /** Whether the URL itself permits a delivery: `https`, and if the host is a literal address, an allowed one. */
  mayTry({ protocol, hostname }: URL): boolean {
    const host = hostname.replace(/^\[|\]$/g, '')
    return protocol === 'https:' && (!ipaddr.isValid(host) || this.isAllowed(host))
  }

  /** Whether a packet may be sent to an address. */
  isAllowed(text: string): boolean {
    if (!ipaddr.isValid(text)) return false
    const address = ipaddr.parse(text)
    const isOpened = this.#opened.some(
      ([network, bits]) => network.kind() === address.kind() && address.match(network, bits),
    )
    return isOpened || isPublic(address)
  }

  /** For `net.connect`: returns the addresses of a name only if every one of them is allowed. */
  readonly lookup: LookupFunction = (name, { all }, callback) =>
    callbackify(() => this.#addressesOf(name))((error, found) => {
      if (error) callback(error, [])
      else if (all) callback(null, found)
      else callback(null, found[0].address, found[0].family)
    })

  async #addressesOf(name: string): Promise<[LookupAddress, ...LookupAddress[]]> {
    const [first, ...others] = await this.#resolve(name)
    if (first && [first, ...others].every(({ address }) => this.isAllowed(address))) return [first, ...others]
    throw new AddressError()
  }
}

/** A name resolved to an address that isn't allowed. */
export class AddressError extends Error {
  constructor() {
    super(notAllowed)
  }
}

// Azure's host agent responds at an address that merely looks public.
const hostAgents = new Set(['168.63.129.16'])
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')

/** 'unicast' by the registries; in IPv6 only allocated ranges, which excludes `::127.0.0.1` and the like. */
function isPublic(address: Address): boolean {
  if (address.range() !== 'unicast' || hostAgents.has(address.toString())) return false
  return address instanceof ipaddr.IPv4 || address.match(globalUnicast)
}
