import ipaddr from 'ipaddr.js'

/** Rules of a base URL, for the person who enters it. */
const shape = 'must be the https:// address that comes before /api, without a query or credentials'

/** Returns a base URL without its closing slash, or what is wrong with it, without repeating any of it. */
export function parseBaseUrl(text: string): { readonly url: string } | { readonly problem: string } {
  const trimmed = text.trim()
  if (!URL.canParse(trimmed) || trimmed.length > 2000) return { problem: shape }
  const { protocol, hostname, origin, pathname, search, hash, username, password } = new URL(trimmed)
  if (search + hash + username + password !== '' || hostname === '') return { problem: shape }
  // Beyond this machine, a credential never travels unencrypted.
  if (!isEncryptedOrLocal({ protocol, hostname })) return { problem: shape }
  return { url: origin + pathname.replace(/\/+$/, '') }
}

/** Returns the host of a base URL, as people know the service by. */
export const hostOf = (baseUrl: string): string => new URL(baseUrl).host

/** Whether what is sent there stays on this machine or is encrypted: `https`, or `http` to loopback. */
export const isEncryptedOrLocal = ({ protocol, hostname }: Pick<URL, 'protocol' | 'hostname'>): boolean =>
  protocol === 'https:' || (protocol === 'http:' && isLoopbackName(hostname))

function isLoopbackName(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '')
  return host === 'localhost' || (ipaddr.isValid(host) && ipaddr.parse(host).range() === 'loopback')
}
