/**
 * Returns a file's address as this page may load it, or null where it isn't a web address (`javascript:…`). The
 * service writes absolute addresses with its public origin, which may be spelled otherwise than the page's own
 * (`localhost`); its files are served from the page's origin just as well.
 */
export function ownUrl(address: string): string | null {
  if (!URL.canParse(address)) return address
  const { protocol, pathname } = new URL(address)
  if (!/^https?:$/.test(protocol)) return null
  return pathname.startsWith('/files/') ? pathname : address
}
