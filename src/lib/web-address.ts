/** Returns a typed website as an address that is safe to open, or undefined. */
export function webAddress(typed: string): string | undefined {
  const text = typed.trim()
  const address = /^[a-z][a-z0-9+.-]*:/i.test(text) && !/^[^/]+:\d/.test(text) ? text : `https://${text}`
  if (/\s/.test(text) || !URL.canParse(address)) return undefined
  const { protocol, hostname, href } = new URL(address)
  return /^https?:$/.test(protocol) && hostname.includes('.') ? href : undefined
}

/** Returns a website as it is stored: `example.com` → `https://example.com`. What isn't one stays as typed. */
export function normalizeWebsite(typed: string): string {
  const text = typed.trim()
  const isWithoutScheme = webAddress(text) !== undefined && !/^https?:/i.test(text)
  return isWithoutScheme ? `https://${text}` : text
}

/** Returns what is wrong with a website; undefined for a good or an empty one. */
export function websiteWarning(typed: string): string | undefined {
  if (typed.trim() === '' || webAddress(typed) !== undefined) return undefined
  return 'This doesn’t look like a web address, so it won’t be a link.'
}
