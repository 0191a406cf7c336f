import type { LookupAddress } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { callbackify } from 'node:util'

import ipaddr from 'ipaddr.js'

import { NameResolver } from './resolve.ts'

export const notAllowed = 'address not allowed'

type Address = ipaddr.IPv4 | ipaddr.IPv6

/**
 * Keeps deliveries off every network that is not public (CHOICE 0021). Literal addresses are judged before anything is
 * sent; names when the connection is made, on the very addresses it will use.
 */
export class AddressGuard {
  readonly #opened: readonly [Address, number][]

  readonly #resolve: (name: string) => Promise<LookupAddress[]>

  /** `networks`: CIDRs that are allowed beside what is public. */
  constructor(networks: readonly string[], resolver: Pick<NameResolver, 'resolve'> = new NameResolver()) {
    this.#resolve = (name) => resolver.resolve(name)
    this.#opened = networks.map((cidr) => ipaddr.parseCIDR(cidr))
  }

  /** Whether a delivery may go to that URL as far as its text tells: `https`, and if the host is an address, an allowed one. */
  mayTry({ protocol, hostname }: URL): boolean {
    const host = hostname.replace(/^\[|\]$/g, '')
    return protocol === 'https:' && (!ipaddr.isValid(host) || this.isAllowed(host))
  }

  /** Whether a packet may be sent to that address. */
  isAllowed(text: string): boolean {
    if (!ipaddr.isValid(text)) return false
    const address = ipaddr.parse(text)
    const isOpened = this.#opened.some(
      ([network, bits]) => network.kind() === address.kind() && address.match(network, bits),
    )
    return isOpened || isPublic(address)
  }

  /** For `net.connect`: gives the addresses of a name only when every one of them is allowed. */
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

/** A name led to an address that is not allowed. */
export class AddressError extends Error {
  constructor() {
    super(notAllowed)
  }
}

// Azure's host agent answers on an address that is public by its number alone.
const hostAgents = new Set(['168.63.129.16'])
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')

/** 'unicast' by the registries; of IPv6 only what is handed out, which leaves `::127.0.0.1` and its like outside. */
function isPublic(address: Address): boolean {
  if (address.range() !== 'unicast' || hostAgents.has(address.toString())) return false
  return address instanceof ipaddr.IPv4 || address.match(globalUnicast)
}
