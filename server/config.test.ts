import { describe, expect, test } from 'vitest'

import { ConfigError, isLoopback, readConfig } from './config.ts'

test('an empty environment gives the documented defaults', () => {
  expect(readConfig({})).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    databaseUrl: undefined,
    files: undefined,
    publicUrl: undefined,
    demo: true,
    service: { networks: [], connections: [] },
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
    { FILES_URL: 'files' },
    { FILES_URL: 'https://s3.example.com/files' },
    { FILES_URL: 's3://files' },
    { FILES_URL: 's3://Files_1/?region=eu-central-1' },
    { FILES_URL: 's3://files/a//b?region=eu-central-1' },
    { FILES_URL: 's3://files?endpoint=s3.example.com' },
    { FILES_URL: 's3://files?endpoint=https://s3.example.com/path' },
    { FILES_URL: 's3://files?region=Frankfurt' },
    { FILES_URL: 's3://files?region=eu-central-1&addressing=both' },
    { FILES_URL: 's3://files?region=eu-central-1&acl=public' },
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

describe('files in a bucket', () => {
  const ours = { FILES_ACCESS_KEY_ID: 'ours', FILES_SECRET_ACCESS_KEY: 'our secret' }
  const amazons = {
    AWS_ACCESS_KEY_ID: 'theirs',
    AWS_SECRET_ACCESS_KEY: 'their secret',
    AWS_SESSION_TOKEN: 't',
  }

  test('are in a prefix of it, on Amazon S3 or where the endpoint says', () => {
    const FILES_URL = 's3://acme-files/bureau/production/?region=eu-central-1'
    expect(readConfig({ FILES_URL, ...ours }).files).toEqual({
      bucket: 'acme-files',
      prefix: 'bureau/production',
      endpoint: undefined,
      region: 'eu-central-1',
      usesPath: false,
      accessKeyId: 'ours',
      secretAccessKey: 'our secret',
      sessionToken: undefined,
    })
    expect(
      readConfig({ FILES_URL: 's3://files?endpoint=https://s3.example.com:9000/', ...ours }).files,
    ).toMatchObject({
      prefix: '',
      endpoint: 'https://s3.example.com:9000',
      region: 'us-east-1',
      usesPath: true,
    })
    const addressing = 's3://files?endpoint=https://s3.example.com&addressing=host'
    expect(readConfig({ FILES_URL: addressing, ...ours }).files?.usesPath).toBe(false)
  })

  test('need credentials: ours, or else Amazon’s, never half of each', () => {
    const FILES_URL = 's3://files?region=eu-central-1'
    expect(readConfig({ FILES_URL, ...ours, ...amazons }).files).toMatchObject({
      accessKeyId: 'ours',
      secretAccessKey: 'our secret',
      sessionToken: undefined,
    })
    expect(readConfig({ FILES_URL, ...amazons }).files).toMatchObject({
      accessKeyId: 'theirs',
      secretAccessKey: 'their secret',
      sessionToken: 't',
    })
    expect(() => readConfig({ FILES_URL })).toThrow(/^FILES_ACCESS_KEY_ID: [^\n]+$/)
    expect(() => readConfig({ FILES_URL, ...amazons, FILES_ACCESS_KEY_ID: 'ours' })).toThrow(
      /^FILES_SECRET_ACCESS_KEY: [^\n]+$/,
    )
    expect(readConfig(amazons).files).toBeUndefined()
  })

  test('never have credentials in their address, and no error repeats them', () => {
    const FILES_URL = 's3://me:hush-hush@files?region=eu-central-1'
    expect(() => readConfig({ FILES_URL, ...ours })).toThrow(/^FILES_URL: must not contain credentials/)
    expect(() => readConfig({ FILES_URL, ...ours })).not.toThrow(/hush-hush/)
    const endpoint = 's3://files?endpoint=https://me:hush-hush@s3.example.com'
    expect(() => readConfig({ FILES_URL: endpoint, ...ours })).not.toThrow(/hush-hush/)
    expect(() => readConfig({ FILES_URL: endpoint, ...ours })).toThrow(/^FILES_URL: its endpoint must be/)
  })
})

test('hosts of files are spelled as URLs spell them', () => {
  const SERVICE_FILE_HOSTS = 'Files.Example.com, cdn.example.com:8443,, s3.example.com:443, bücher.example'
  expect(readConfig({ SERVICE_FILE_HOSTS }).service.fileHosts).toEqual([
    'files.example.com',
    'cdn.example.com:8443',
    's3.example.com',
    'xn--bcher-kva.example',
  ])
  expect(readConfig({}).service.fileHosts).toEqual([])
})

test.each([
  'https://files.example.com',
  '*.example.com',
  'me@files.example.com',
  'files.example.com/a',
  'a b',
])('SERVICE_FILE_HOSTS isn’t %s', (SERVICE_FILE_HOSTS) => {
  expect(() => readConfig({ SERVICE_FILE_HOSTS })).toThrow(/^SERVICE_FILE_HOSTS: must be hosts such as/)
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
