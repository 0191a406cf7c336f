import { type KeyObject, createHmac, createSecretKey } from 'node:crypto'

/** What a signature covers: exactly the bytes that go out, under their id and time. */
export interface Signed {
  readonly id: string
  /** Seconds since the epoch, as in the `webhook-timestamp` header. */
  readonly timestamp: number
  readonly body: string
}

const prefix = 'whsec_'

/** The key of a secret as it is shown once: `whsec_` and base64. Made once, because making it costs more than signing. */
export function signingKey(secret: string): KeyObject {
  const encoded = secret.startsWith(prefix) ? secret.slice(prefix.length) : secret
  return createSecretKey(encoded, 'base64')
}

/**
 * The `webhook-signature` header of Standard Webhooks: one `v1,<base64>` a key, separated by spaces. Two keys sign for
 * a day after a rotation, so that a receiver can change over in its own time. CHOICE 0020.
 */
export function signatureHeader(keys: readonly KeyObject[], { id, timestamp, body }: Signed): string {
  return keys
    .map((key) => `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`)
    .join(' ')
}
