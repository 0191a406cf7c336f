import { type LookupAddress, lookup as systemLookup } from 'node:dns'
import { Resolver } from 'node:dns/promises'
import type { LookupFunction } from 'node:net'
import { clearTimeout, setTimeout } from 'node:timers'
import { callbackify, promisify } from 'node:util'

import ipaddr from 'ipaddr.js'

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

const dnsTimeoutMs = 1_500
/** One retry makes up for a lost packet. */
const dnsTries = 2
/** Two of the four threads that the process shares for lookups and files. */
const systemLookupsAtOnce = 2
const mostWaitingNames = 100
/** After this time, the connection attempt that asked has timed out as well. */
const waitAtMostMs = 5_000

type Lookup = (name: string) => Promise<LookupAddress[]>

/** Where to look names up; by default DNS, then the system. */
interface ResolverOptions {
  /** Name servers to ask instead of the system's, as `address:port`. */
  readonly servers?: readonly string[]
  /** Finds what DNS doesn't know: hosts file, search domains. */
  readonly system?: Lookup
}

/**
 * Finds the addresses of host names. Asks DNS directly, because the system's resolver blocks one of a few threads per
 * name. Only a name that DNS says doesn't exist falls back to the system; a timeout or a broken name server doesn't.
 */
export class NameResolver {
  readonly #dns = new Resolver({ timeout: dnsTimeoutMs, tries: dnsTries })
  readonly #fallback: SystemQueue

  constructor({ servers, system = lookupAll }: ResolverOptions = {}) {
    if (servers) this.#dns.setServers(servers)
    this.#fallback = new SystemQueue(system)
  }

  /** Throws the DNS or system error when no address is found. */
  async resolve(name: string): Promise<LookupAddress[]> {
    const host = name.replace(/\.$/, '').toLowerCase()
    // RFC 6761: never sent to a name server.
    if (host === 'localhost' || host.endsWith('.localhost')) return [{ address: '127.0.0.1', family: 4 }]
    const [v4, v6] = await Promise.all([
      answerOf(this.#dns.resolve4(name), 4),
      answerOf(this.#dns.resolve6(name), 6),
    ])
    const found = [...v4.addresses, ...v6.addresses]
    if (found.length > 0) return found
    const trouble = v4.trouble ?? v6.trouble
    if (trouble) throw trouble
    return this.#fallback.lookup(name)
  }
}

interface Answer {
  readonly addresses: readonly LookupAddress[]
  /** Why DNS didn't respond; undefined if it did, even without an address. */
  readonly trouble: Error | undefined
}

async function answerOf(query: Promise<string[]>, family: 4 | 6): Promise<Answer> {
  try {
    return { addresses: (await query).map((address) => ({ address, family })), trouble: undefined }
  } catch (error) {
    const isKnown = ['ENOTFOUND', 'ENODATA'].includes((error as NodeJS.ErrnoException).code ?? '')
    return { addresses: [], trouble: isKnown ? undefined : (error as Error) }
  }
}

/** The system's lookups: a few at a time, one per name, in a queue that is bounded in length and in time. */
class SystemQueue {
  readonly #lookup: Lookup
  readonly #byName = new Map<string, Promise<LookupAddress[]>>()
  readonly #waiting = new Set<() => void>()
  #running = 0

  constructor(lookup: Lookup) {
    this.#lookup = lookup
  }

  lookup(name: string): Promise<LookupAddress[]> {
    const known = this.#byName.get(name)
    if (known) return known
    if (this.#waiting.size >= mostWaitingNames) return Promise.reject(tooBusy(name))
    const found = this.#run(name).finally(() => this.#byName.delete(name))
    this.#byName.set(name, found)
    return found
  }

  async #run(name: string): Promise<LookupAddress[]> {
    if (this.#running >= systemLookupsAtOnce) await this.#turn(name)
    this.#running += 1
    try {
      return await this.#lookup(name)
    } finally {
      this.#running -= 1
      const [next] = this.#waiting
      next?.()
    }
  }

  #turn(name: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        clearTimeout(timer)
        this.#waiting.delete(go)
      }
      const go = () => {
        leave()
        resolve()
      }
      const timer = setTimeout(() => {
        leave()
        reject(tooBusy(name))
      }, waitAtMostMs)
      this.#waiting.add(go)
    })
  }
}

const tooBusy = (name: string) =>
  Object.assign(new Error(`Too many pending name lookups: ${name}`), { code: 'EAI_AGAIN' })

const lookupAsync = promisify(systemLookup)
const lookupAll: Lookup = (name) => lookupAsync(name, { all: true })
