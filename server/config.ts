import { isIP } from 'node:net'
import { resolve } from 'node:path'

import ipaddr from 'ipaddr.js'
import { z } from 'zod'

import { type Environment, environments } from '#contract/access/connection.ts'

import { parseBaseUrl } from './platform/lib/base-url.ts'
import { StartupError } from './platform/lib/startup-error.ts'

/** The configuration from the environment, checked once. Durations are milliseconds. */
export interface Config {
  readonly port: number
  readonly host: string
  /** Absolute path of the folder that holds database, files and the generated secret. */
  readonly dataDir: string
  /** A `postgres://` address, or undefined for SQLite in `dataDir`. */
  readonly databaseUrl: string | undefined
  /** The S3-compatible bucket that holds the files; undefined where they are in `dataDir`. */
  readonly files: BucketConfig | undefined
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
  /** Services elsewhere that accounts are connected to. */
  readonly service: ServiceConfig
  readonly logLevel: (typeof logLevels)[number]
  /** Where Prometheus reads metrics; undefined where nothing is measured. */
  readonly metrics: { readonly host: string; readonly port: number } | undefined
}

/** A bucket and what it takes to use it. */
export interface BucketConfig {
  readonly bucket: string
  /** Before every key, without slashes around it; may be empty. */
  readonly prefix: string
  /** Undefined for Amazon's own, which the region decides. */
  readonly endpoint: string | undefined
  readonly region: string
  /** Whether the bucket is in the path of an address, not in its host name. */
  readonly usesPath: boolean
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly sessionToken: string | undefined
}

/** Where services that accounts are connected to may be, and those that the variables name. */
export interface ServiceConfig {
  /** CIDRs that they may be in besides public addresses. */
  readonly networks: readonly string[]
  /** Hosts that their photos and files may be on besides their own, such as `files.example.com`. */
  readonly fileHosts: readonly string[]
  readonly connections: readonly {
    readonly environment: Environment
    readonly baseUrl: string
    readonly token: string
    readonly key: string
  }[]
}

/** A variable of the environment is invalid; its message is one line that names it. */
export class ConfigError extends StartupError {}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/** Reads the environment. Throws `ConfigError` with one clear line that names the variable. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  // An empty variable counts as unset, as `PORT= npm start` means no port.
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const parsed = Variables.safeParse(given)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    throw new ConfigError(`${String(issue?.path[0])}: ${issue?.message}`)
  }
  const set = parsed.data
  const { SMTP_URL: url, MAIL_FROM: from } = set
  if (url !== undefined && from === undefined)
    throw new ConfigError('MAIL_FROM: must be set with SMTP_URL, such as billing@example.com')
  const connections = Object.freeze(environments.flatMap((environment) => connectionOf(set, environment)))
  return Object.freeze({
    port: set.PORT,
    host: set.HOST,
    dataDir: resolve(set.DATA_DIR),
    databaseUrl: set.DATABASE_URL,
    files: set.FILES_URL && Object.freeze({ ...set.FILES_URL, ...bucketCredentials(set) }),
    publicUrl: set.PUBLIC_URL,
    trustedProxies: Object.freeze(set.TRUSTED_PROXIES),
    secretKey: set.SECRET_KEY,
    // An account with demo data can't be that of another service.
    demo: set.DEMO === '1' && connections.length === 0,
    mail: url !== undefined && from !== undefined ? Object.freeze({ url, from }) : undefined,
    service: Object.freeze({
      networks: Object.freeze(set.SERVICE_ALLOW_NETWORKS),
      fileHosts: Object.freeze(set.SERVICE_FILE_HOSTS),
      connections,
    }),
    webhookAllowNetworks: Object.freeze(set.WEBHOOK_ALLOW_NETWORKS),
    webhookRetryScheduleMs: Object.freeze(set.WEBHOOK_RETRY_SCHEDULE),
    logLevel: set.LOG_LEVEL,
    metrics:
      set.METRICS_PORT === undefined
        ? undefined
        : Object.freeze({ host: set.METRICS_HOST, port: set.METRICS_PORT }),
  })
}

function connectionOf(
  set: z.infer<typeof Variables>,
  environment: Environment,
): ServiceConfig['connections'] {
  const prefix = environment === 'production' ? 'SERVICE_' : 'SERVICE_DEVELOPMENT_'
  const {
    URL: url,
    TOKEN: token,
    KEY: key,
  } = Object.fromEntries((['URL', 'TOKEN', 'KEY'] as const).map((name) => [name, set[`${prefix}${name}`]]))
  if (url === undefined && token === undefined && key === undefined) return []
  const missing = { URL: url, TOKEN: token, KEY: key }
  for (const [name, value] of Object.entries(missing))
    if (value === undefined)
      throw new ConfigError(
        `${prefix}${name}: must be set with the other variables that begin with ${prefix}`,
      )
  return [{ environment, baseUrl: url as string, token: token as string, key: key as string }] // none is missing
}

/** Our own variables first, so that others may be for something else on the machine. */
function bucketCredentials(
  set: z.infer<typeof Variables>,
): Pick<BucketConfig, 'accessKeyId' | 'secretAccessKey' | 'sessionToken'> {
  const { FILES_ACCESS_KEY_ID: own, FILES_SECRET_ACCESS_KEY: ownSecret } = set
  const isOwn = own !== undefined || ownSecret !== undefined
  const accessKeyId = isOwn ? own : set.AWS_ACCESS_KEY_ID
  const secretAccessKey = isOwn ? ownSecret : set.AWS_SECRET_ACCESS_KEY
  if (accessKeyId === undefined || secretAccessKey === undefined)
    throw new ConfigError(
      `FILES_${accessKeyId === undefined ? 'ACCESS_KEY_ID' : 'SECRET_ACCESS_KEY'}: must be set with FILES_URL (or both AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY)`,
    )
  return { accessKeyId, secretAccessKey, sessionToken: isOwn ? undefined : set.AWS_SESSION_TOKEN }
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

const baseUrl = z.string().transform((text, ctx) => {
  const parsed = parseBaseUrl(text)
  if ('url' in parsed) return parsed.url
  ctx.addIssue({ code: 'custom', message: parsed.problem })
  return z.NEVER
})

const Variables = z.object({
  PORT: port.default(3000),
  HOST: host.default('127.0.0.1'),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must begin with postgres:// (or be unset, for SQLite in DATA_DIR)')
    .optional(),
  FILES_URL: z
    .string()
    .transform((text, ctx) => {
      const bucket = parseBucket(text)
      if (typeof bucket !== 'string') return bucket
      ctx.addIssue({ code: 'custom', message: bucket })
      return z.NEVER
    })
    .optional(),
  FILES_ACCESS_KEY_ID: z.string().optional(),
  FILES_SECRET_ACCESS_KEY: z.string().optional(),
  AWS_ACCESS_KEY_ID: z.string().optional(),
  AWS_SECRET_ACCESS_KEY: z.string().optional(),
  AWS_SESSION_TOKEN: z.string().optional(),
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
  SERVICE_URL: baseUrl.optional(),
  SERVICE_TOKEN: z.string().optional(),
  SERVICE_KEY: z.string().optional(),
  SERVICE_DEVELOPMENT_URL: baseUrl.optional(),
  SERVICE_DEVELOPMENT_TOKEN: z.string().optional(),
  SERVICE_DEVELOPMENT_KEY: z.string().optional(),
  SERVICE_ALLOW_NETWORKS: z
    .string()
    .default('')
    .transform(list)
    .refine((cidrs) => cidrs.every(isCidr), 'must be networks such as 10.0.0.0/8, separated by commas'),
  SERVICE_FILE_HOSTS: z
    .string()
    .default('')
    .transform(list)
    .refine((hosts) => hosts.every(isHost), 'must be hosts such as files.example.com, separated by commas')
    // As URLs spell them: in lower case, without the usual port.
    .transform((hosts) => hosts.map((name) => new URL(`https://${name}`).host)),
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

/** Returns the bucket of an `s3://` address, or what is wrong with it, without repeating any of it. */
function parseBucket(
  text: string,
): Pick<BucketConfig, 'bucket' | 'prefix' | 'endpoint' | 'region' | 'usesPath'> | string {
  const shape = 'must be s3://bucket/prefix, with ?endpoint=https://… unless it is on Amazon S3'
  if (!URL.canParse(text)) return shape
  const { protocol, hostname, port, pathname, searchParams, hash, username, password } = new URL(text)
  if (username + password !== '')
    return 'must not contain credentials; set FILES_ACCESS_KEY_ID and FILES_SECRET_ACCESS_KEY'
  const prefix = pathname.replaceAll(/^\/+|\/+$/g, '')
  const isPlain = port + hash === '' && /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(hostname)
  if (protocol !== 's3:' || !isPlain || !/^(?:[\w-][\w.-]*(?:\/[\w-][\w.-]*)*)?$/.test(prefix)) return shape
  const options = {
    endpoint: undefined,
    region: undefined,
    addressing: undefined,
    ...Object.fromEntries(searchParams),
  }
  const { endpoint, region, addressing, ...unknown }: Record<string, string | undefined> = options
  if (Object.keys(unknown).length > 0) return 'may have the options endpoint, region and addressing only'
  if (endpoint !== undefined && !isOrigin(endpoint))
    return 'its endpoint must be an http(s) address without a path, such as https://s3.example.com'
  if (endpoint === undefined && region === undefined)
    return 'needs ?endpoint=https://…, or ?region=… on Amazon S3, such as ?region=eu-central-1'
  if (region !== undefined && !/^[a-z0-9-]{1,40}$/.test(region))
    return 'its region must be a name such as eu-central-1'
  if (addressing !== undefined && addressing !== 'path' && addressing !== 'host')
    return 'its addressing must be path or host'
  return {
    bucket: hostname,
    prefix,
    endpoint: endpoint && new URL(endpoint).origin,
    region: region ?? 'us-east-1',
    usesPath: addressing === undefined ? endpoint !== undefined : addressing === 'path',
  }
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

function isHost(text: string): boolean {
  return /^[^\s/?#@\\*]+$/.test(text) && URL.canParse(`https://${text}`)
}

function isCidr(text: string): boolean {
  return ipaddr.isValidCIDR(text)
}
