/** The host of an address, with its port; the address itself where there is none. */
export const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : url)
