/** The host of an address, with its port; the address itself where there is none. */
export const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : url)

/** The part after the host. */
export function pathOf(url: string): string {
  if (!URL.canParse(url)) return ''
  const { pathname, search, hash } = new URL(url)
  return pathname + search + hash
}
