import {
  type KeyObject,
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  hkdfSync,
  randomBytes,
} from 'node:crypto'

/** The key that encrypts signing secrets at rest. An opaque object, so that no log or dump ever prints it. */
export type SealKey = KeyObject

const cipher = 'aes-256-gcm'
const keyBytes = 32
const nonceBytes = 12
const tagBytes = 16

/** Derives the key from SECRET_KEY, independently of other keys derived from it. */
export function sealKeyFrom(secret: string): SealKey {
  return createSecretKey(
    Buffer.from(hkdfSync('sha256', secret, 'bureau', 'signing secrets of webhooks', keyBytes)),
  )
}

/** Returns a secret of 43 characters that is the same for that purpose each time, and for nobody to compute without the key. */
export const derivedSecret = (key: SealKey, purpose: string): string =>
  Buffer.from(hkdfSync('sha256', key, 'bureau', purpose, keyBytes)).toString('base64url')

/** Encrypts a text with AES-256-GCM and a fresh nonce. Returns base64 of nonce, tag and ciphertext. */
export function sealSecret(key: SealKey, text: string): string {
  const nonce = randomBytes(nonceBytes)
  const seal = createCipheriv(cipher, key, nonce, { authTagLength: tagBytes })
  const sealed = Buffer.concat([seal.update(text, 'utf8'), seal.final()])
  return Buffer.concat([nonce, seal.getAuthTag(), sealed]).toString('base64')
}

/** Decrypts what `sealSecret` returned. Throws if it was altered or encrypted with another key. */
export function openSecret(key: SealKey, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64')
  const nonce = bytes.subarray(0, nonceBytes)
  const tag = bytes.subarray(nonceBytes, nonceBytes + tagBytes)
  const opening = createDecipheriv(cipher, key, nonce, { authTagLength: tagBytes }).setAuthTag(tag)
  const text = Buffer.concat([opening.update(bytes.subarray(nonceBytes + tagBytes)), opening.final()])
  return text.toString('utf8')
}
