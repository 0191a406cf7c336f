import { describe, expect, test } from 'vitest'

import { startWithAccount } from '#server/tools/testing/office.ts'

const { service, account } = await startWithAccount()

const send = (payload: string | Buffer, contentType = 'application/json', url = '/api/v1/webhooks') =>
  service.app.inject({
    method: url === '/api/customers' ? 'DELETE' : 'POST',
    url,
    headers: {
      authorization: `Bearer ${url === '/api/customers' ? account.key : account.token}`,
      'content-type': contentType,
    },
    payload,
  })
const webhook = '{"url":"https://hooks.example.com/in","events":["contact.created"]}'

describe('a JSON body is rejected', () => {
  test.each([
    [
      'a key twice',
      '{"url":"https://a.example","url":"https://b.example","events":["contact.created"]}',
      'url',
    ],
    ['the same key spelled two ways', '{"url":"https://a.example","\\u0075rl" : "https://b.example"}', 'url'],
    ['a key twice further in', '{"config":{"timeout":1,"headers":{"a":"1"},"timeout":2}}', 'timeout'],
  ])('with %s', async (_why, payload, key) => {
    const answer = await send(payload)
    const message = `The JSON has the key "${key}" twice`
    expect([answer.statusCode, answer.json()]).toEqual([422, { message, errors: { body: [message] } }])
  })

  test('with a duplicate key, in its surface’s error format', async () => {
    const answer = await send('{"customers":[1],"customers":[2]}', 'application/json', '/api/customers')
    expect([answer.statusCode, answer.json().error.code]).toEqual([400, 'MALFORMED'])
  })

  test.each(['utf-16', 'iso-8859-1', '"UTF-16LE"'])('in the charset %s', async (charset) => {
    const answer = await send(webhook, `application/json; charset=${charset}`)
    expect([answer.statusCode, answer.json().message]).toEqual([422, 'JSON must be sent as UTF-8'])
  })

  test('with bytes that are not UTF-8', async () => {
    const [head = '', tail = ''] = webhook.split('/in')
    const answer = await send(
      Buffer.concat([Buffer.from(head), Buffer.from([0x2f, 0xff]), Buffer.from(tail)]),
    )
    expect([answer.statusCode, answer.json().message]).toEqual([422, 'The JSON is not valid UTF-8'])
  })
})

describe('a JSON body with half a character', () => {
  test('is refused with the field that has it', async () => {
    const answer = await send(String.raw`{"url":"https://a.example/","events":["ok","\ud83d"]}`)
    const message = 'Remove the broken character: it’s half of a surrogate pair'
    expect([answer.statusCode, answer.json()]).toEqual([422, { message, errors: { 'events.1': [message] } }])
  })

  test('in a key is refused', async () => {
    expect((await send(String.raw`{"url":"https://a.example/","\udc00":1}`)).statusCode).toBe(422)
  })

  test('is accepted if the other half follows', async () => {
    const escaped = String.raw`{"url":"https://hooks.example.com/\ud83d\ude42","events":["contact.created"]}`
    expect((await send(escaped)).statusCode).toBe(201)
  })
})

describe('a JSON body is read', () => {
  test.each(['application/json; charset=UTF-8', 'application/json;charset="utf-8"'])(
    'sent as %s',
    async (type) => {
      expect((await send(webhook, type)).statusCode).toBe(201)
    },
  )

  test('with a byte order mark', async () => {
    expect((await send(`\uFEFF${webhook}`)).statusCode).toBe(201)
  })

  test('with the same key in different objects and in strings', async () => {
    const config = {
      headers: { a: '{"a":"b","a":"c"}' },
      conditions: [
        { field: 'a', operator: 'exists' },
        { field: 'a', operator: 'exists' },
      ],
    }
    expect((await send(JSON.stringify({ ...JSON.parse(webhook), config }))).statusCode).toBe(201)
  })
})
