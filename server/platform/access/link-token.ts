import { createHash, randomBytes } from 'node:crypto'

/** A fresh secret for a single-use link, 256 bits. */
export const newLinkToken = (): string => randomBytes(32).toString('base64url')

/** Returns the stored form of one. */
export const linkTokenHash = (token: string): string => createHash('sha256').update(token).digest('hex')
