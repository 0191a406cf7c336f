import { hashPassword, verifyPassword } from 'better-auth/crypto'

/** How passwords are hashed. */
export interface PasswordHash {
  hash(password: string): Promise<string>
  verify(attempt: { readonly hash: string; readonly password: string }): Promise<boolean>
}

/** better-auth’s scrypt, which takes about 0.15 s. */
export const scryptHash: PasswordHash = { hash: hashPassword, verify: verifyPassword }
