import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'

import { checkSignature, fingerprintOf, readHeaders } from './signature-check.ts'

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo='
const other = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8='
const sentAt = new Date('2026-03-01T12:00:00Z')
const nowMs = sentAt.getTime() + 2_000
const body =
  '{"type":"contact.created","timestamp":"2026-03-01T12:00:00Z","data":{"id":7,"name":"Zoë / Søn"}}'

const headersFor = (text: string, key = secret) => ({
  'webhook-id': 'msg_1',
  'webhook-timestamp': String(sentAt.getTime() / 1000),
  'webhook-signature': new Webhook(key).sign('msg_1', sentAt, text),
})
const check = (text: string, { key = secret, headers = headersFor(body), now = nowMs } = {}) =>
  checkSignature({ secret: key, headers, body: text }, now)

test('a signature of the library is valid', async () => {
  expect(await check(body)).toEqual({ kind: 'valid', ageSeconds: 2 })
})

test('one of several signatures is enough, as during a rotation', async () => {
  const both = `${headersFor(body, other)['webhook-signature']} ${headersFor(body)['webhook-signature']}`
  const headers = { ...headersFor(body), 'webhook-signature': both }
  expect(await check(body, { headers })).toMatchObject({ kind: 'valid' })
})

test('a valid signature that is too old or from the future is stale', async () => {
  expect(await check(body, { now: nowMs + 600_000 })).toEqual({ kind: 'stale', ageSeconds: 602 })
  expect(await check(body, { now: nowMs - 600_000 })).toEqual({ kind: 'stale', ageSeconds: -598 })
})

test('a different secret is reported as wrong', async () => {
  expect(await check(body, { key: other })).toMatchObject({
    kind: 'invalid',
    cause: { kind: 'wrong secret' },
  })
  expect(await check(body, { key: 'hunter2!' })).toMatchObject({
    cause: {
      kind: 'wrong secret',
      detail: expect.stringContaining('isn’t a Bureau signing secret') as string,
    },
  })
})

test.each([
  ['laid out', JSON.stringify(JSON.parse(body), null, 2)],
  ['spaced', body.replaceAll(',"', ', "').replaceAll('":', '": ')],
  ['escaped', body.replace('ë', '\\u00eb').replace('ø', '\\u00f8')],
  ['with escaped slashes', body.replaceAll('/', '\\/')],
  [
    'with its keys in another order',
    '{"data":{"name":"Zoë / Søn","id":7},"timestamp":"2026-03-01T12:00:00Z","type":"contact.created"}',
  ],
  ['with a line break at the end', `${body}\n`],
])('a body that was %s is reported as re-serialized', async (_how, changed) => {
  expect(await check(changed)).toMatchObject({ kind: 'invalid', cause: { kind: 're-serialized body' } })
})

test('changed line breaks are named', async () => {
  const headers = headersFor('{\r\n}')
  expect(await check('{\n}', { headers })).toMatchObject({
    cause: {
      kind: 're-serialized body',
      detail: expect.stringContaining('Windows line endings') as string,
    },
  })
})

test('characters broken by Latin-1 are reported as a wrong encoding', async () => {
  const broken = String.fromCharCode(...new TextEncoder().encode(body))
  expect(await check(broken)).toMatchObject({
    cause: { kind: 'wrong encoding', detail: expect.stringContaining('Latin-1') as string },
  })
})

test('a secret used as plain text is reported as a wrong encoding', async () => {
  for (const text of [secret, secret.slice(6)]) {
    const signature = new Webhook(text, { format: 'raw' }).sign('msg_1', sentAt, body)
    expect(
      await check(body, { headers: { ...headersFor(body), 'webhook-signature': signature } }),
    ).toMatchObject({
      cause: { kind: 'wrong encoding', detail: expect.stringContaining('base64') as string },
    })
  }
})

test('a hexadecimal signature is reported as a wrong encoding', async () => {
  const base64 = headersFor(body)['webhook-signature'].slice(3)
  const headers = {
    ...headersFor(body),
    'webhook-signature': `v1,${hexOf(base64)}`,
  }
  expect(await check(body, { headers })).toMatchObject({
    cause: { kind: 'wrong encoding', detail: expect.stringContaining('hexadecimal') as string },
  })
})

test('missing input is named', async () => {
  expect(await checkSignature({ secret: ' ', headers: { 'webhook-id': 'x' }, body: '' }, nowMs)).toEqual({
    kind: 'incomplete',
    missing: ['the secret', 'webhook-timestamp', 'webhook-signature'],
  })
})

test.each([
  ['lines', 'Webhook-Id: msg_1\r\nWebhook-Signature: v1,a= v1,b='],
  ['a curl command', "-H 'webhook-id: msg_1' \\\n  -H 'webhook-signature: v1,a= v1,b=' \\"],
  ['JSON', '{"webhook-id":"msg_1","Webhook-Signature":"v1,a= v1,b="}'],
])('headers are read from %s', (_form, pasted) => {
  expect(readHeaders(pasted)).toEqual({ 'webhook-id': 'msg_1', 'webhook-signature': 'v1,a= v1,b=' })
})

test('a fingerprint is the first eight digits of the SHA-256', async () => {
  expect(await fingerprintOf(' abc\n')).toBe('ba7816bf')
})

const hexOf = (base64: string) =>
  Array.from(atob(base64), (sign) => sign.charCodeAt(0).toString(16).padStart(2, '0')).join('')
