import { isIP } from 'node:net'
import { resolve } from 'node:path'

import ipaddr from 'ipaddr.js'
import { z } from 'zod'

import { StartupError } from './startup/startup-error.ts'

/** What the environment says, checked once. Durations are milliseconds. */
export interface Config {
  readonly port: number
  readonly host: string
  /** Absolute path of the folder that holds database, files and the generated secret. */
  readonly dataDir: string
  /** A `postgres://` address, or undefined for SQLite in `dataDir`. */
  readonly databaseUrl: string | undefined
  /** Origin of absolute links, without a closing slash; undefined until the port is known. */
  readonly publicUrl: string | undefined
  /** Addresses and networks of proxies whose `X-Forwarded-*` headers count. */
  readonly trustedProxies: readonly string[]
  /** As given; undefined means one is generated into `dataDir`. */
  readonly secretKey: string | undefined
  readonly demo: boolean
  /** Where emails go, and the address they come from; undefined where nothing is emailed. */
  readonly mail: { readonly url: string; readonly from: string } | undefined
  readonly webhookAllowNetworks: readonly string[]
  readonly webhookRetryScheduleMs: readonly number[]
  readonly logLevel: (typeof logLevels)[number]
  /** Where Prometheus reads metrics; undefined where nothing is measured. */
  readonly metrics: { readonly host: string; readonly port: number } | undefined
}

/** A variable of the environment is invalid; its message is one line that names it. */
export class ConfigError extends StartupError {}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/** Reads the environment. Throws `ConfigError` with one clear line that names the variable. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  // An empty variable counts as unset, as `PORT= npm start` means no port.
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const parsed = Environment.safeParse(given)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    throw new ConfigError(`${String(issue?.path[0])}: ${issue?.message}`)
  }
  const set = parsed.data
  const { SMTP_URL: url, MAIL_FROM: from } = set
  if (url !== undefined && from === undefined)
    throw new ConfigError('MAIL_FROM: must be set with SMTP_URL, such as billing@example.com')
  return Object.freeze({
    port: set.PORT,
    host: set.HOST,
    dataDir: resolve(set.DATA_DIR),
    databaseUrl: set.DATABASE_URL,
    publicUrl: set.PUBLIC_URL,
    trustedProxies: Object.freeze(set.TRUSTED_PROXIES),
    secretKey: set.SECRET_KEY,
    demo: set.DEMO === '1',
    mail: url !== undefined && from !== undefined ? Object.freeze({ url, from }) : undefined,
    webhookAllowNetworks: Object.freeze(set.WEBHOOK_ALLOW_NETWORKS),
    webhookRetryScheduleMs: Object.freeze(set.WEBHOOK_RETRY_SCHEDULE),
    logLevel: set.LOG_LEVEL,
    metrics:
      set.METRICS_PORT === undefined
        ? undefined
        : Object.freeze({ host: set.METRICS_HOST, port: set.METRICS_PORT }),
  })
}

/** Whether only this machine can reach that address. */
export function isLoopback(host: string): boolean {
  if (host === 'localhost') return true
  if (isIP(host) === 0) return false
  return ipaddr.process(host).range() === 'loopback'
}

const millisecondsPer = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const

const duration = z
  .string()
  .regex(/^[0-9]{1,6}[smhd]$/, 'must be durations such as 5s,5m,2h, separated by commas')
  .transform((text) => Number(text.slice(0, -1)) * millisecondsPer[text.slice(-1) as 's' | 'm' | 'h' | 'd'])

const list = (text: string) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')

const port = z
  .string()
  .regex(/^[0-9]{1,5}$/, 'must be a port number, 0 to 65535')
  .transform(Number)
  .refine((number) => number <= 65_535, 'must be a port number, 0 to 65535')

const host = z.string().regex(/^[a-zA-Z0-9.:_-]+$/, 'must be an address or host name')

const Environment = z.object({
  PORT: port.default(3000),
  HOST: host.default('127.0.0.1'),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must begin with postgres:// (or be unset, for SQLite in DATA_DIR)')
    .optional(),
  PUBLIC_URL: z
    .string()
    .refine(isOrigin, 'must be an http(s) address without a path, such as https://bureau.example.com')
    .transform((text) => new URL(text).origin)
    .optional(),
  TRUSTED_PROXIES: z
    .string()
    .default('')
    .transform(list)
    .refine(
      (proxies) => proxies.every((proxy) => isIP(proxy) !== 0 || isCidr(proxy)),
      'must be addresses or networks such as 127.0.0.1 or 10.0.0.0/8, separated by commas',
    ),
  SECRET_KEY: z.string().min(32, 'must have at least 32 characters').optional(),
  DEMO: z.enum(['0', '1'], 'must be 0 or 1').default('1'),
  SMTP_URL: z
    .string()
    .refine(
      isMailServer,
      'must be smtp:// or smtps:// with a host, and user:password@ before it where needed (special characters as %40)',
    )
    .optional(),
  MAIL_FROM: z
    .string()
    .regex(
      /^[^\s<>()[\]\\,;:"@]{1,64}@[a-zA-Z0-9.-]{1,189}$/,
      'must be an email address, such as billing@example.com',
    )
    .optional(),
  WEBHOOK_ALLOW_NETWORKS: z
    .string()
    .default('')
    .transform(list)
    .refine((cidrs) => cidrs.every(isCidr), 'must be networks such as 10.0.0.0/8, separated by commas'),
  WEBHOOK_RETRY_SCHEDULE: z
    .string()
    .default('5s,5m,30m,2h,5h,10h,14h,20h,24h')
    .transform(list)
    .pipe(z.array(duration)),
  LOG_LEVEL: z.enum(logLevels, `must be one of ${logLevels.join(', ')}`).default('info'),
  METRICS_PORT: port.optional(),
  METRICS_HOST: host.default('127.0.0.1'),
})

function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, pathname, search, hash, username, password } = new URL(text)
  return /^https?:$/.test(protocol) && pathname === '/' && search + hash + username + password === ''
}

function isMailServer(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, pathname, search, hash, username, password } = new URL(text)
  const isPlain = /^\/?$/.test(pathname) && search + hash === ''
  return (
    /^smtps?:$/.test(protocol) && hostname !== '' && isPlain && isEncoded(username) && isEncoded(password)
  )
}

function isEncoded(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

function isCidr(text: string): boolean {
  return ipaddr.isValidCIDR(text)
}
