import { randomBytes } from 'node:crypto'

import fc from 'fast-check'
import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'

import { signatureHeader, signingKey } from './sign.ts'

const newSecret = () => `whsec_${randomBytes(32).toString('base64')}`
const timestamp = Math.floor(Date.now() / 1000)
const headers = (id: string, signature: string) => ({
  'webhook-id': id,
  'webhook-timestamp': String(timestamp),
  'webhook-signature': signature,
})

test('the reference library verifies the signature of any body', () => {
  const secret = newSecret()
  fc.assert(
    fc.property(fc.json(), fc.uuid(), (body, id) => {
      const signature = signatureHeader([signingKey(secret)], { id, timestamp, body })
      expect(new Webhook(secret).verify(body, headers(id, signature))).toEqual(JSON.parse(body))
    }),
  )
})

test('both the old and the new secret verify during a rotation', () => {
  const [fresh, old] = [newSecret(), newSecret()]
  const signature = signatureHeader([fresh, old].map(signingKey), { id: 'evt_1', timestamp, body: '{}' })
  expect(signature.split(' ')).toHaveLength(2)
  for (const secret of [fresh, old])
    expect(new Webhook(secret).verify('{}', headers('evt_1', signature))).toEqual({})
})

test.each([
  ['body', { id: 'evt_1', body: '{} ' }],
  ['id', { id: 'evt_2', body: '{}' }],
])('a changed %s is noticed', (_part, { id, body }) => {
  const secret = newSecret()
  const signature = signatureHeader([signingKey(secret)], { id: 'evt_1', timestamp, body: '{}' })
  expect(() => new Webhook(secret).verify(body, headers(id, signature))).toThrow(/No matching signature/)
})

test('another secret doesn’t verify', () => {
  const signature = signatureHeader([signingKey(newSecret())], { id: 'evt_1', timestamp, body: '{}' })
  expect(() => new Webhook(newSecret()).verify('{}', headers('evt_1', signature))).toThrow(
    /No matching signature/,
  )
})
