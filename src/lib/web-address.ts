/** What somebody typed as a website, as an address that is safe to open; undefined when it is none. */
export function webAddress(typed: string): string | undefined {
  const text = typed.trim()
  const address = /^[a-z][a-z0-9+.-]*:/i.test(text) && !/^[^/]+:\d/.test(text) ? text : `https://${text}`
  if (/\s/.test(text) || !URL.canParse(address)) return undefined
  const { protocol, hostname, href } = new URL(address)
  return /^https?:$/.test(protocol) && hostname.includes('.') ? href : undefined
}
