import { describe, expect, test } from 'vitest'

import { ConfigError, isLoopback, readConfig } from './config.ts'

test('an empty environment gives the documented defaults', () => {
  expect(readConfig({})).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    databaseUrl: undefined,
    publicUrl: undefined,
    demo: true,
    webhookAllowNetworks: [],
    logLevel: 'info',
  })
})

test('the retry schedule is read in milliseconds', () => {
  expect(readConfig({}).webhookRetryScheduleMs).toEqual(
    [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400].map((seconds) => seconds * 1000),
  )
})

test('an empty variable counts as unset', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: '' }).port).toBe(3000)
})

test('a trailing slash of PUBLIC_URL is dropped', () => {
  expect(readConfig({ PUBLIC_URL: 'https://bureau.example.com/' }).publicUrl).toBe(
    'https://bureau.example.com',
  )
})

describe('an invalid value aborts startup with a one-line error that names the variable', () => {
  test.each([
    { PORT: '65536' },
    { PORT: '80a' },
    { HOST: 'a b' },
    { DATABASE_URL: 'mysql://x' },
    { PUBLIC_URL: 'bureau.example.com' },
    { PUBLIC_URL: 'https://example.com/path' },
    { PUBLIC_URL: 'javascript:alert(1)' },
    { SECRET_KEY: 'short' },
    { DEMO: 'yes' },
    { WEBHOOK_ALLOW_NETWORKS: '10.0.0.0/33' },
    { WEBHOOK_RETRY_SCHEDULE: '5s,soon' },
    { LOG_LEVEL: 'loud' },
    { METRICS_PORT: '70000' },
    { METRICS_HOST: 'a b' },
    { SMTP_URL: 'mail.example.com' },
    { SMTP_URL: 'https://mail.example.com' },
    { SMTP_URL: 'smtp://mail.example.com/?tls.rejectUnauthorized=false' },
    { SMTP_URL: 'smtp://user:%zz@mail.example.com' },
    { MAIL_FROM: 'Acme <billing@example.com>' },
    { MAIL_FROM: 'billing@example.com\r\nBcc: x@example.com' },
  ])('%j', (env) => {
    const [name] = Object.keys(env)
    const read = () => readConfig(env)
    expect(read).toThrow(ConfigError)
    expect(read).toThrow(new RegExp(`^${name}: [^\\n]+$`))
  })
})

test('emails need a server and a sender', () => {
  const SMTP_URL = 'smtps://user:p%40ss@mail.example.com:465'
  expect(readConfig({}).mail).toBeUndefined()
  expect(readConfig({ MAIL_FROM: 'billing@example.com' }).mail).toBeUndefined()
  expect(readConfig({ SMTP_URL, MAIL_FROM: 'billing@example.com' }).mail).toEqual({
    url: SMTP_URL,
    from: 'billing@example.com',
  })
  expect(() => readConfig({ SMTP_URL })).toThrow(/^MAIL_FROM: [^\n]+$/)
  expect(() => readConfig({ SMTP_URL: `${SMTP_URL}/path` })).not.toThrow(/p%40ss/)
})

test.each([
  ['127.0.0.1', true],
  ['127.8.9.1', true],
  ['localhost', true],
  ['::1', true],
  ['::ffff:127.0.0.1', true],
  ['0.0.0.0', false],
  ['::', false],
  ['192.168.1.4', false],
  ['bureau.example.com', false],
])('%s is loopback: %s', (host, expected) => {
  expect(isLoopback(host)).toBe(expected)
})
