/** How the files of another service reach this page, in an account that is connected to one. */
export interface FileRoute {
  /** The address of ours that they go through. */
  readonly path: string
  readonly account: number
  /** The hosts that they may be on. */
  readonly hosts: readonly string[]
}

let route: FileRoute | undefined

/** Sets how files of this tab's account are loaded; undefined where they are on our own service. */
export function setFileRoute(next: FileRoute | undefined): void {
  route = next
}

/**
 * Returns a file's address as this page may load it, or null where it isn't a web address (`javascript:…`). The
 * service writes absolute addresses with its public origin, which may be spelled otherwise than the page's own
 * (`localhost`); its files are served from the page's origin just as well. Files of a connected service come through
 * ours, and those on other hosts can only be linked to. `name` is what a download is called.
 */
export function ownUrl(address: string, name?: string): string | null {
  if (!URL.canParse(address)) return route ? through(route, address, name) : address
  const { protocol, host, pathname } = new URL(address)
  if (!/^https?:$/.test(protocol)) return null
  if (route) return route.hosts.includes(host) ? through(route, address, name) : address
  return pathname.startsWith('/files/') ? pathname : address
}

/** Returns the address of a square thumbnail of an image, by what `ownUrl` has returned for it. */
export const thumbnailUrl = (url: string, size: 64 | 256): string =>
  `${url}${url.includes('?') ? '&' : '?'}size=${size}`

function through({ path, account }: FileRoute, address: string, name: string | undefined): string {
  const query = new URLSearchParams({ account: String(account), url: address })
  if (name !== undefined) query.set('name', name)
  return `${path}?${query}`
}
