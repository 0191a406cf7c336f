import { createHmac } from 'node:crypto'

/** What a signature covers: exactly the bytes that go out, under their id and time. */
export interface Signed {
  readonly id: string
  /** Seconds since the epoch, as in the `webhook-timestamp` header. */
  readonly timestamp: number
  readonly body: string
}

const prefix = 'whsec_'

/**
 * The `webhook-signature` header of Standard Webhooks: one `v1,<base64>` a secret, separated by spaces. Two secrets
 * sign for a day after a rotation, so that a receiver can change over in its own time. CHOICE 0020.
 */
export function signatureHeader(secrets: readonly string[], { id, timestamp, body }: Signed): string {
  return secrets
    .map((secret) => {
      const key = Buffer.from(secret.startsWith(prefix) ? secret.slice(prefix.length) : secret, 'base64')
      return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
    })
    .join(' ')
}
