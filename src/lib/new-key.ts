/**
 * Returns 256 random bits as hex digits: an `Idempotency-Key`, or an id that only this browser knows. Browsers offer
 * `crypto.randomUUID` on secure origins only, which plain http beyond this machine isn't.
 */
export const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )
