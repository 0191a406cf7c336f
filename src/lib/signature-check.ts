import { type BodyVariant, type Cause, bodyVariants, bytesOf } from './body-variants.ts'
import { jsonOf } from './json-text.ts'

/** How a signed request was judged, after Standard Webhooks. */
export type Verdict =
  /** Names of what is missing. */
  | { kind: 'incomplete'; missing: readonly string[] }
  /** `http:` beyond this machine has no WebCrypto. */
  | { kind: 'unavailable' }
  | { kind: 'valid'; ageSeconds: number }
  /** The signature is right, the timestamp is not within five minutes. */
  | { kind: 'stale'; ageSeconds: number }
  | { kind: 'invalid'; cause: Cause }

/** A received delivery, and the secret to check it with. */
export interface SignedRequest {
  readonly secret: string
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

const needed = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const
const toleranceSeconds = 300

/** Checks the signature; where it does not match, tries what commonly goes wrong until something does. */
export async function checkSignature(request: SignedRequest, nowMs: number): Promise<Verdict> {
  const { secret, headers, body } = request
  const missing = [
    ...(secret.trim() === '' ? ['the secret'] : []),
    ...needed.filter((name) => !headers[name]),
  ]
  if (missing.length > 0) return { kind: 'incomplete', missing }
  // The type doesn't say that plain http has none.
  if ((crypto.subtle as SubtleCrypto | undefined) === undefined) return { kind: 'unavailable' }

  const keys = keysOf(secret)
  const right = keys.find(({ problem }) => problem === undefined)
  const signed = bodyVariants(body)
  const [asGiven] = signed
  if (right && asGiven && (await signs(right.bytes, asGiven.bytes, headers, 'base64'))) {
    const ageSeconds = Math.round(nowMs / 1000 - Number(headers['webhook-timestamp']))
    return { kind: Math.abs(ageSeconds) <= toleranceSeconds ? 'valid' : 'stale', ageSeconds }
  }
  return { kind: 'invalid', cause: await causeOf(keys, signed, headers) }
}

/** First eight hexadecimal digits of the secret's SHA-256, as the service shows them. Null without WebCrypto. */
export async function fingerprintOf(secret: string): Promise<string | null> {
  if ((crypto.subtle as SubtleCrypto | undefined) === undefined) return null
  const digest = await crypto.subtle.digest('SHA-256', bytesOf(secret.trim()))
  return hex(new Uint8Array(digest)).slice(0, 8)
}

/**
 * Reads headers as people paste them: lines of `name: value`, the `-H` of a curl command, or a JSON object. Names come
 * back in lower case.
 */
export function readHeaders(pasted: string): Record<string, string> {
  const json = objectOf(pasted)
  if (json) {
    const entries = Object.entries(json).map(([name, value]) => [name.toLowerCase(), String(value)] as const)
    return Object.fromEntries(entries)
  }
  const headers: Record<string, string> = {}
  for (const line of pasted.split(/\r?\n/)) {
    const bare = line
      .trim()
      .replace(/^(-H|--header)\s+/, '')
      .replace(/\\$/, '')
      .trimEnd()
      .replace(/^(['"])(.*)\1$/, '$2')
    const [, name, value] = /^([\w-]+)\s*[:=]\s*(.*)$/.exec(bare) ?? []
    if (name !== undefined && value !== undefined) headers[name.toLowerCase()] = value.trim()
  }
  return headers
}

interface Key {
  bytes: Uint8Array<ArrayBuffer>
  /** The mistake of a receiver that used these bytes. */
  problem: string | undefined
}

async function causeOf(
  keys: readonly Key[],
  bodies: readonly BodyVariant[],
  headers: Readonly<Record<string, string>>,
): Promise<Cause> {
  const isHex = signaturesOf(headers).every(({ value }) => /^[0-9a-f]{64}$/i.test(value))
  for (const { bytes: key, problem } of keys) {
    for (const { bytes, cause } of bodies) {
      if (await signs(key, bytes, headers, isHex ? 'hex' : 'base64')) {
        if (isHex)
          return {
            kind: 'wrong encoding',
            detail: 'The signature is hexadecimal; it must be base64.',
          }
        if (problem !== undefined) return { kind: 'wrong encoding', detail: problem }
        if (cause) return cause
      }
    }
  }
  const versions = signaturesOf(headers).map(({ version }) => version)
  if (!versions.includes('v1')) {
    return {
      kind: 'wrong encoding',
      detail: 'The webhook-signature header has no entry that starts with “v1,”.',
    }
  }
  const isReadable = keys.some(({ problem }) => problem === undefined)
  return {
    kind: 'wrong secret',
    detail: isReadable
      ? 'No common change to the body explains this. The secret most likely belongs to another endpoint or was rotated, or the body was altered in transit.'
      : 'This isn’t a Bureau signing secret: those start with “whsec_” followed by base64.',
  }
}

function keysOf(pasted: string): Key[] {
  const secret = pasted.trim()
  const bare = secret.replace(/^whsec_/, '')
  const decoded = fromBase64(bare)
  return [
    ...(decoded ? [{ bytes: decoded, problem: undefined }] : []),
    {
      bytes: bytesOf(secret),
      problem: 'The secret was used as plain text. Remove “whsec_” and decode the rest from base64 first.',
    },
    {
      bytes: bytesOf(bare),
      problem: 'The secret was used as plain text. Decode the part after “whsec_” from base64 first.',
    },
  ]
}

async function signs(
  key: Uint8Array<ArrayBuffer>,
  body: Uint8Array<ArrayBuffer>,
  headers: Readonly<Record<string, string>>,
  spelling: 'base64' | 'hex',
): Promise<boolean> {
  if (key.length === 0) return false
  const usages: KeyUsage[] = ['sign']
  const hmac = await crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, usages)
  const head = bytesOf(`${headers['webhook-id']}.${headers['webhook-timestamp']}.`)
  const content = new Uint8Array(head.length + body.length)
  content.set(head)
  content.set(body, head.length)
  const digest = new Uint8Array(await crypto.subtle.sign('HMAC', hmac, content))
  const expected = spelling === 'hex' ? hex(digest) : btoa(String.fromCharCode(...digest))
  return signaturesOf(headers).some(
    ({ version, value }) => value === expected && (version === 'v1' || spelling === 'hex'),
  )
}

const signaturesOf = (headers: Readonly<Record<string, string>>) =>
  (headers['webhook-signature'] ?? '')
    .split(/\s+/)
    .filter(Boolean)
    .map((entry) => {
      const [version = '', value = version] = entry.split(',')
      return { version, value }
    })

const hex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text)) return undefined
  try {
    return Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0))
  } catch {
    return undefined
  }
}

function objectOf(text: string): Record<string, unknown> | undefined {
  const value = jsonOf(text)
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined
}
