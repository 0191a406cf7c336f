/**
 * A file's address as this page may load it. The service writes absolute addresses with its public origin, which may
 * be spelled otherwise than the page's own (`localhost`); files of the service are served from here just as well.
 */
export function ownUrl(address: string): string {
  if (!URL.canParse(address)) return address
  const { pathname } = new URL(address)
  return pathname.startsWith('/files/') ? pathname : address
}
