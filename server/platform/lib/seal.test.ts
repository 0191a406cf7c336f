import { expect, test } from 'vitest'

import { openSecret, sealKeyFrom, sealSecret } from './seal.ts'

const key = sealKeyFrom('a secret key of at least 32 characters')
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'

test('a sealed secret opens with the same SECRET_KEY', () => {
  const again = sealKeyFrom('a secret key of at least 32 characters')
  expect(openSecret(again, sealSecret(key, secret))).toBe(secret)
})

test('the same secret is sealed differently each time, and nothing of it is visible', () => {
  const [one, two] = [sealSecret(key, secret), sealSecret(key, secret)]
  expect(one).not.toBe(two)
  expect(Buffer.from(one, 'base64').toString('latin1')).not.toContain('MfKQ')
})

test('another SECRET_KEY doesn’t open it', () => {
  const sealed = sealSecret(key, secret)
  expect(() => openSecret(sealKeyFrom('some other key, just as long as that'), sealed)).toThrow(
    /authenticate/,
  )
})

test('every altered byte is noticed', () => {
  const bytes = Buffer.from(sealSecret(key, secret), 'base64')
  for (const at of bytes.keys()) {
    const altered = Buffer.from(bytes)
    altered[at] = (altered[at] ?? 0) ^ 1
    expect(() => openSecret(key, altered.toString('base64'))).toThrow(/authenticate/)
  }
  expect(() => openSecret(key, '')).toThrow(/nonce|initialization|tag/i)
})

test('a key never appears in a log', () => {
  expect(JSON.stringify({ key })).not.toContain(key.export().toString('base64').slice(0, 8))
})
