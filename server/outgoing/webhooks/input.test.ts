import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { createWebhook } from '#contract/webhooks/webhooks.ts'
import { startWithAccount } from '#server/tools/testing/office.ts'
import { runs } from '#server/tools/testing/runs.ts'

const { service, account } = await startWithAccount({ rateLimit: 1_000_000 })

const url = 'https://hooks.example.com/in'
const events = ['contact.created']

const headers = { authorization: `Bearer ${account.token}` }
const post = (payload: unknown) => service.send('POST', '/api/v1/webhooks', headers, payload as object)
const create = async (more: object = {}) =>
  createWebhook.response.parse((await post({ url, events, ...more })).json())
/** Sends a body as it stands. */
const raw = (payload: string, method: 'POST' | 'PUT' = 'POST', path = '/api/v1/webhooks') =>
  service.app.inject({
    method,
    url: path,
    payload,
    headers: { ...headers, 'content-type': 'application/json' },
  })

test.each(['https://receiver/', 'https://hooks.example.com./in', 'https://[2606:4700::1111]:8443/'])(
  'a webhook can have the url %s',
  async (good) => {
    expect((await create({ url: good })).data.url).toBe(good)
  },
)

describe('an invalid body', () => {
  const cases: [why: string, body: unknown, name: string, text: unknown][] = [
    ['no url', { events }, 'url', 'The url is required'],
    [
      'a url of 2,049 characters',
      { url: url.padEnd(2049, 'x'), events },
      'url',
      'The url has at most 2,048 characters',
    ],
    ['http', { url: 'http://hooks.example.com', events }, 'url', 'The url must start with https://'],
    [
      'credentials in the url',
      { url: 'https://a:b@x.example', events },
      'url',
      expect.stringContaining('user name'),
    ],
    ...[
      'https://a..b/',
      'https://.a/',
      'https://a../',
      'https://a%2e%2eb/',
      `https://${'a'.repeat(64)}.com/`,
    ].map((bad): [string, unknown, string, unknown] => [
      `the url ${bad}`,
      { url: bad, events },
      'url',
      'The url isn’t a valid URL',
    ]),
    ['port 0', { url: 'https://x.example:0/', events }, 'url', 'The url must not use port 0'],
    ['a fragment', { url: `${url}#top`, events }, 'url', 'The url must not contain a fragment (#…)'],
    [
      'a space in the url',
      { url: 'https://x.example/a b', events },
      'url',
      expect.stringContaining('spaces'),
    ],
    ['no events', { url }, 'events', 'events must be a list of event names'],
    ['an empty list', { url, events: [] }, 'events', 'Choose at least one event'],
    [
      'an event that is none',
      { url, events: ['a.b', 'Nope'] },
      'events.1',
      expect.stringContaining('lowercase'),
    ],
    ['an unknown config key', { url, events, config: { foo: 1 } }, 'config.foo', 'config.foo is not known'],
    [
      'a timeout of 31',
      { url, events, config: { timeout: 31 } },
      'config.timeout',
      'timeout must be between 1 and 30',
    ],
    ['ten retries', { url, events, config: { max_retries: 10 } }, 'config.max_retries', expect.any(String)],
    [
      'a Host header',
      { url, events, config: { headers: { Host: 'x' } } },
      'config.headers.Host',
      expect.stringContaining('reserved'),
    ],
    [
      'a line break in a header',
      { url, events, config: { headers: { 'X-A': 'a\r\nb: c' } } },
      'config.headers.X-A',
      expect.any(String),
    ],
    ['config that is a list', { url, events, config: [] }, 'config', 'config must be an object, or null'],
    [
      'a condition that is none',
      { url, events, config: { conditions: [1] } },
      'config.conditions.0',
      expect.any(String),
    ],
  ]
  test.each(cases)('with %s names the value by its path', async (_, body, name, text) => {
    const answer = await post(body)
    expect(answer.statusCode).toBe(422)
    expect(answer.json().errors[name]).toEqual([text])
    expect(answer.json().message).toEqual(text)
  })

  test('reports every problem at once, and the first one as the message', async () => {
    const answer = await post({ url: 'ftp://x', events: ['A', 'B'], config: { timeout: 0, foo: 1, bar: 2 } })
    const { message, errors } = answer.json()
    expect(Object.keys(errors).toSorted()).toEqual(
      ['config.bar', 'config.foo', 'config.timeout', 'events.0', 'events.1', 'url'].toSorted(),
    )
    expect(message).toBe((Object.values(errors)[0] as string[])[0])
  })

  test.each([
    ['nothing at all', ''],
    ['an empty object', '{}'],
  ])('for %s names url and events', async (_, text) => {
    const answer = await raw(text)
    expect(answer.statusCode).toBe(422)
    expect(Object.keys(answer.json().errors)).toEqual(['url', 'events'])
  })

  test('without a content type names url and events', async () => {
    const answer = await service.send('POST', '/api/v1/webhooks', headers)
    expect(answer.statusCode).toBe(422)
    expect(Object.keys(answer.json().errors)).toEqual(['url', 'events'])
  })

  test.each(['null', '[]', '"x"', '5', 'true'])('of %s must be an object', async (text) => {
    const answer = await raw(text)
    expect(answer.statusCode).toBe(422)
    expect(answer.json()).toEqual({
      message: 'The body must be a JSON object',
      errors: { body: ['The body must be a JSON object'] },
    })
  })

  const deep = (open: string, close: string) => open.repeat(5000) + close.repeat(5000)
  test.each([
    ['broken JSON', '{"url":'],
    ['JSON of 5,000 levels', deep('[', ']')],
    [
      '5,000 levels in config',
      `{"url":"${url}","events":["a.b"],"config":${deep('{"a":', '}').replace('{"a":}', '{}')}}`,
    ],
    ['5,000 levels where nobody looks', `{"url":"${url}","events":["a.b"],"more":${deep('[', ']')}}`],
    ['a megabyte of brackets', '['.repeat(1_000_000)],
    ['a megabyte of quotes', '"\\'.repeat(500_000)],
    ['keys of the prototype', `{"url":"${url}","events":["a.b"],"__proto__":{"url":1}}`],
    [
      'keys of the prototype, deeper',
      `{"url":"${url}","events":["a.b"],"config":{"headers":{"__proto__":"x"}}}`,
    ],
  ])('for %s is 422 with errors', async (_, text) => {
    const answer = await raw(text)
    expect(answer.statusCode).toBe(422)
    expect(answer.json().errors.body).toEqual([answer.json().message])
  })

  test('has no path levels for brackets inside a string', async () => {
    const answer = await raw(`{"url":"${url}","events":["a.b"],"more":"\\"${'['.repeat(500)}"}`)
    expect(answer.statusCode).toBe(201)
  })

  const json = fc.oneof(
    fc.json(),
    fc
      .record(
        {
          url: fc.oneof(fc.constant(url), fc.webUrl(), fc.string(), fc.jsonValue()),
          events: fc.oneof(fc.constant(events), fc.array(fc.string()), fc.jsonValue()),
          status: fc.oneof(fc.constantFrom('active', 'paused', 'disabled'), fc.jsonValue()),
          config: fc.oneof(
            fc.record(
              { headers: fc.jsonValue(), conditions: fc.jsonValue(), timeout: fc.integer() },
              { requiredKeys: [] },
            ),
            fc.dictionary(fc.string(), fc.jsonValue()),
            fc.jsonValue(),
          ),
        },
        { requiredKeys: [] },
      )
      .map((value) => JSON.stringify(value)),
  )
  test('any JSON is accepted or rejected, and never causes a server error', async () => {
    const { data } = await create()
    await fc.assert(
      fc.asyncProperty(json, async (payload) => {
        const made = await raw(payload)
        expect([201, 422]).toContain(made.statusCode)
        const changed = await raw(payload, 'PUT', `/api/v1/webhooks/${data.id}`)
        expect([200, 422]).toContain(changed.statusCode)
        for (const { statusCode, body } of [made, changed]) {
          if (statusCode !== 422) continue
          const { message, errors } = JSON.parse(body) as {
            message: string
            errors: Record<string, string[]>
          }
          expect(Object.values(errors).flat()).toContain(message)
        }
      }),
      { numRuns: runs(40, 150) },
    )
    expect((await service.send('GET', `/api/v1/webhooks/${data.id}`, headers)).statusCode).toBe(200)
  })
})
