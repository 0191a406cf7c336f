import { Secret, TOTP } from 'otpauth'

/** Codes of authenticator apps (RFC 6238) with what all of them support: SHA-1, six digits, 30 seconds. */

const periodMs = 30_000

/** Returns a new key, in base32 as apps take it. As long as the hash, as RFC 4226 recommends. */
export const newKey = (): string => new Secret({ size: 20 }).base32

/** Returns the number of the 30 seconds that contain a time. */
export const stepAt = (timeMs: number): number => Math.floor(timeMs / periodMs)

/** Returns the code that an app with that key shows during that step. */
export const codeAt = (key: string, step: number): string =>
  totpOf(key).generate({ timestamp: step * periodMs })

/** Returns the step whose code that is, now or one step around it, as clocks differ; undefined for a wrong code. */
export function stepOf(key: string, code: string, timeMs: number): number | undefined {
  const delta = totpOf(key).validate({ token: code, timestamp: timeMs, window: 1 })
  return delta === null ? undefined : stepAt(timeMs) + delta
}

/** Returns the address that a QR code hands to an app. */
export const keyUri = (key: string, email: string): string => totpOf(key, email).toString()

const totpOf = (key: string, label = '') =>
  new TOTP({ issuer: 'Bureau', label, secret: Secret.fromBase32(key) })
