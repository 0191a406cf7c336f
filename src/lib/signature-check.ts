/** How a signed request was judged, after Standard Webhooks. */
export type Verdict =
  /** Names of what was not given. */
  | { kind: 'incomplete'; missing: readonly string[] }
  /** `http:` beyond this machine has no WebCrypto. */
  | { kind: 'unavailable' }
  | { kind: 'valid'; ageSeconds: number }
  /** The signature is right, the timestamp is not within five minutes. */
  | { kind: 'stale'; ageSeconds: number }
  | { kind: 'invalid'; cause: Cause }

/** The likely cause. `detail` is a sentence that says what would have matched. */
export interface Cause {
  kind: 'wrong secret' | 're-serialised body' | 'wrong encoding'
  detail: string
}

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
  // The type does not know that plain http has none.
  if ((crypto.subtle as SubtleCrypto | undefined) === undefined) return { kind: 'unavailable' }

  const keys = keysOf(secret)
  const right = keys.find(({ problem }) => problem === undefined)
  const signed = bodiesOf(body)
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
      .replace(/\s*\\$/, '')
      .replace(/^(['"])(.*)\1$/, '$2')
    const [, name, value] = /^([\w-]+)\s*[:=]\s*(.*)$/.exec(bare) ?? []
    if (name !== undefined && value !== undefined) headers[name.toLowerCase()] = value.trim()
  }
  return headers
}

interface Key {
  bytes: Uint8Array<ArrayBuffer>
  /** What a receiver did wrong who used these bytes. */
  problem: string | undefined
}

interface Body {
  bytes: Uint8Array<ArrayBuffer>
  cause: Cause | undefined
}

async function causeOf(
  keys: readonly Key[],
  bodies: readonly Body[],
  headers: Readonly<Record<string, string>>,
): Promise<Cause> {
  const isHex = signaturesOf(headers).every(({ value }) => /^[0-9a-f]{64}$/i.test(value))
  for (const { bytes: key, problem } of keys) {
    for (const { bytes, cause } of bodies) {
      if (await signs(key, bytes, headers, isHex ? 'hex' : 'base64')) {
        if (isHex)
          return {
            kind: 'wrong encoding',
            detail: 'The signature is written in hexadecimal; it has to be base64.',
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
      detail: 'The header webhook-signature has no entry that begins with “v1,”.',
    }
  }
  const isReadable = keys.some(({ problem }) => problem === undefined)
  return {
    kind: 'wrong secret',
    detail: isReadable
      ? 'No usual change of the body explains it: most likely this is the secret of another endpoint, or one from before a rotation. Or the body was altered on its way.'
      : 'What was pasted is no secret of this service: those are “whsec_” followed by base64.',
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
      problem: 'The whole secret was used as text. Take “whsec_” off and decode the rest from base64 first.',
    },
    {
      bytes: bytesOf(bare),
      problem: 'The secret was used as text. Decode what follows “whsec_” from base64 first.',
    },
  ]
}

/** The body as given, and what frameworks commonly make of it or took it from. */
function bodiesOf(body: string): Body[] {
  const changed = (how: string) => ({
    kind: 're-serialised body' as const,
    detail: `${how} Sign the bytes as they came, before any parsing.`,
  })
  const bodies: Body[] = [{ bytes: bytesOf(body), cause: undefined }]
  const add = (text: string, cause: Cause) => bodies.push({ bytes: bytesOf(text), cause })

  add(body.trim(), changed('White space was added around the body, such as a line break at its end.'))
  add(`${body}\n`, changed('The line break at the end of the body was taken off.'))
  add(body.replaceAll('\r\n', '\n'), changed('Line breaks were turned into those of Windows.'))
  const json = jsonOf(body)
  if (json) {
    for (const { text, how } of serialisations(json.value)) add(text, changed(how))
  }
  const latin = fromLatin1(body)
  if (latin) {
    const detail = 'The body’s UTF-8 was read as Latin-1, so letters beyond ASCII were broken.'
    bodies.push({ bytes: latin, cause: { kind: 'wrong encoding', detail } })
  }
  if (body.startsWith('\uFEFF'))
    add(body.slice(1), { kind: 'wrong encoding', detail: 'A byte order mark was put before the body.' })
  return bodies
}

/** What the original may have looked like, when this is what parsing and writing made of it. */
function serialisations(value: unknown): { text: string; how: string }[] {
  const compact = JSON.stringify(value)
  const spread = compactWith(value, ', ', ': ')
  const how = 'The body was parsed and written again'
  return [
    { text: compact, how: `${how}, with white space between its parts.` },
    { text: JSON.stringify(value, null, 2), how: `${how}, without its line breaks.` },
    { text: JSON.stringify(value, null, 4), how: `${how}, without its line breaks.` },
    { text: spread, how: `${how}, with other spaces between its parts.` },
    { text: escaped(compact), how: `${how}, and letters beyond ASCII changed their spelling.` },
    { text: compact.replaceAll('/', String.raw`\/`), how: `${how}, and slashes changed their spelling.` },
    ...[...orders(value)].map((ordered) => ({
      text: JSON.stringify(ordered),
      how: `${how}, with its keys in another order.`,
    })),
  ]
}

/** The order our payload is written in, and the alphabet. */
function* orders(value: unknown): Generator<unknown> {
  yield sorted(value)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return
  const { type, timestamp, data, ...rest } = value as Record<string, unknown>
  yield { type, timestamp, data, ...rest }
  if (typeof data === 'object' && data !== null && 'id' in data) {
    const { id, ...others } = data as Record<string, unknown>
    yield { type, timestamp, data: { id, ...others }, ...rest }
  }
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(entries.map(([name, inner]) => [name, sorted(inner)]))
}

function compactWith(value: unknown, comma: string, colon: string): string {
  if (Array.isArray(value)) return `[${value.map((one) => compactWith(one, comma, colon)).join(comma)}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const parts = Object.entries(value).map(
    ([name, inner]) => `${JSON.stringify(name)}${colon}${compactWith(inner, comma, colon)}`,
  )
  return `{${parts.join(comma)}}`
}

const escaped = (text: string) =>
  text.replace(/[\u0080-\uffff]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)

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

const bytesOf = (text: string) => new TextEncoder().encode(text)

const hex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text)) return undefined
  try {
    return Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0))
  } catch {
    return undefined
  }
}

/** The bytes that, read as Latin-1, give this text; undefined when there are none or it is plain ASCII. */
function fromLatin1(text: string): Uint8Array<ArrayBuffer> | undefined {
  const codes = Array.from(text, (sign) => sign.codePointAt(0) ?? 0)
  const isLatin = codes.every((code) => code < 256) && codes.some((code) => code > 127)
  return isLatin ? Uint8Array.from(codes) : undefined
}

function jsonOf(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown }
  } catch {
    return undefined
  }
}

function objectOf(text: string): Record<string, unknown> | undefined {
  const value = jsonOf(text)?.value
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined
}
