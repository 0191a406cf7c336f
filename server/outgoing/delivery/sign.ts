import { type KeyObject, createHmac, createSecretKey } from 'node:crypto'

/** The signed content: exactly the bytes that are sent, with their id and time. */
export interface Signed {
  readonly id: string
  /** Seconds since the epoch, as in the `webhook-timestamp` header. */
  readonly timestamp: number
  readonly body: string
}

const prefix = 'whsec_'

/** Returns the key of a secret (`whsec_` and base64). Keep it: creating it costs more than signing. */
export function signingKey(secret: string): KeyObject {
  const encoded = secret.startsWith(prefix) ? secret.slice(prefix.length) : secret
  return createSecretKey(encoded, 'base64')
}

/**
 * Returns the `webhook-signature` header of Standard Webhooks: one `v1,<base64>` per key, separated by spaces. For a day
 * after a rotation two keys sign, so that a receiver can switch at any time.
 */
export function signatureHeader(keys: readonly KeyObject[], { id, timestamp, body }: Signed): string {
  return keys
    .map((key) => `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`)
    .join(' ')
}
