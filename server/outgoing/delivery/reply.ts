import { AddressError, notAllowed } from './address-guard.ts'

const keptBytes = 4096
const keptHeaders = 50
const keptValueLength = 1000

/** Returns the first 4 KiB as text, whatever they are. Only NUL is replaced, because PostgreSQL can't store it. */
export function textOf(chunks: readonly Buffer[]): string {
  const kept = Buffer.concat(chunks).subarray(0, keptBytes)
  // As a stream: a character that the limit cuts in two is left out rather than shown as damaged.
  return new TextDecoder().decode(kept, { stream: true }).replaceAll('\0', '\uFFFD')
}

/** Returns the headers of a response, limited in number and length. */
export function headersOf(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers)
      .slice(0, keptHeaders)
      .map(([name, value = '']) => [name, [value].flat().join(', ').slice(0, keptValueLength)]),
  )
}

/** Returns why there was no response, in words that staff read. */
export function failureOf(error: unknown): string {
  const { code = '', cause, message, name } = error as NodeJS.ErrnoException
  if (error instanceof AddressError || cause instanceof AddressError) return notAllowed
  if (code in words) return words[code as keyof typeof words]
  if (/CERT|VERIFY|SELF_SIGNED|ALTNAME|ISSUER/.test(code)) return `invalid certificate (${code})`
  if (/^(ERR_SSL|EPROTO|ERR_TLS)/.test(code)) return `TLS handshake failed (${code})`
  if (name === 'HTTPParserError') return 'invalid HTTP response'
  return code || message.slice(0, 200)
}

const words = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'connection reset',
  EPIPE: 'connection reset',
  UND_ERR_SOCKET: 'connection reset',
  UND_ERR_CONNECT_TIMEOUT: 'connection timed out after 5 s',
  ETIMEDOUT: 'connection timed out',
  EHOSTUNREACH: 'host unreachable',
  ENETUNREACH: 'network unreachable',
  ENOTFOUND: 'host name not found',
  EAI_AGAIN: 'host name not found',
  ENODATA: 'host name not found',
  ESERVFAIL: 'host name lookup failed',
  EREFUSED: 'host name lookup failed',
  ETIMEOUT: 'host name lookup timed out',
  UND_ERR_HEADERS_OVERFLOW: 'response headers too large',
} as const
