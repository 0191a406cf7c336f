import { createHmac, randomInt } from 'node:crypto'

/** As many as fit on a note; each signs in once. */
const codeCount = 10
// Without letters and digits that look alike on paper: 31 ^ 10 is 2 ^ 49.
const alphabet = '23456789abcdefghjkmnpqrstuvwxyz'
const length = 10

/** Returns new recovery codes, such as `k7wqm-3hzt9`. */
export const newRecoveryCodes = (): string[] => Array.from({ length: codeCount }, newCode)

/**
 * Returns what is stored of a code: a hash with the key of the installation, so that someone with a copy of the database
 * can't find codes by trying.
 */
export const recoveryHash = (secret: string, user: number, code: string): string =>
  createHmac('sha256', secret)
    .update(`recovery code ${user} ${plainCode(code)}`)
    .digest('base64url')

/** Returns a code as it's compared: people type spaces, hyphens and capitals. */
export const plainCode = (typed: string): string => typed.replace(/[\s-]/g, '').toLowerCase()

function newCode(): string {
  const letters = Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('')
  return `${letters.slice(0, 5)}-${letters.slice(5)}`
}
