const privateNames = /(^|\.)(localhost|local|internal|intranet|lan|home|corp|test|invalid|onion)$/

const privateV4: readonly (readonly [base: string, bits: number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
]

/**
 * Whether a URL visibly leads into a private network. Only a hint while typing: the service judges the very address it
 * connects to. Decimal, hexadecimal and octal spellings are what the URL parser makes of them.
 */
export function isPrivateHost(url: string): boolean {
  if (!URL.canParse(url)) return false
  const host = new URL(url).hostname.toLowerCase().replace(/\.$/, '')
  if (host.startsWith('[')) return isPrivateV6(host.slice(1, -1))
  const v4 = numberOf(host)
  if (v4 !== undefined) return isPrivateV4(v4)
  return !host.includes('.') || privateNames.test(host)
}

function isPrivateV4(address: number): boolean {
  return privateV4.some(([base, bits]) => {
    const size = 2 ** (32 - bits)
    return Math.floor(address / size) === Math.floor((numberOf(base) ?? 0) / size)
  })
}

/** The parser has made it lower case and as short as can be. */
function isPrivateV6(host: string): boolean {
  const mapped = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(host)
  if (mapped)
    return isPrivateV4(Number.parseInt(mapped[1] ?? '', 16) * 65_536 + Number.parseInt(mapped[2] ?? '', 16))
  return /^(::|f[cd]|fe[89ab]|ff|64:ff9b:|2002:|2001:0?:)/.test(host)
}

function numberOf(host: string): number | undefined {
  if (!/^\d+\.\d+\.\d+\.\d+$/.test(host)) return undefined
  return host.split('.').reduce((sum, part) => sum * 256 + Number(part), 0)
}
