import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import sharp from 'sharp'

import type { Role } from '#contract/access/session.ts'
import { type Method, abilities, staffAbilities } from '#contract/wire/endpoint.ts'
import { buildApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { type Context, type ContextOptions, createContext } from '#server/context.ts'
import {
  type NewCredential,
  credentialDefaults,
  insertCredential,
} from '#server/platform/access/credentials.ts'
import { ensureAccount } from '#server/platform/access/staff/accounts.ts'
import { Tenant } from '#server/platform/access/tenant.ts'
import type { ConnectionLimits } from '#server/platform/http/connections.ts'

import { makeMigratedDataDir } from './blank-database.ts'
import { cheapHash } from './cheap-hash.ts'
import { environmentOf, removeDataDir } from './data-dir.ts'
import { documentedResponses } from './documented.ts'
import { insertSession } from './session.ts'

/** All that a token or a key may have. */
const credentialAbilities = abilities.filter((ability) => !staffAbilities.includes(ability))

/** An account with its credentials, for tests. */
export interface TestAccount {
  readonly id: number
  /** Its data, as the service reads and writes it. */
  readonly tenant: Tenant
  readonly token: string
  readonly key: string
}

/** A service that runs in the test’s own process. */
export interface TestService {
  readonly app: FastifyInstance
  readonly context: Context
  readonly dataDir: string
  /** Listens on a free loopback port and returns the origin; a second call returns the same. */
  listen(): Promise<string>
  /** Returns the account of that name, created if new, with a new token and key. */
  account(
    name: string,
    more?: Partial<Pick<NewCredential, 'abilities' | 'rateLimit' | 'expiresAt'>>,
  ): Promise<TestAccount>
  /** Signs in a new person with that role; returns the headers of their requests from the dashboard. */
  session(account: number, role: Role): Promise<{ cookie: string; 'sec-fetch-site': string }>
  /** Adds somebody in that role, who signs in so many times. */
  sessions(
    account: number,
    role: Role,
    times: number,
  ): Promise<{ cookie: string; 'sec-fetch-site': string }[]>
  /** Sends a request without the network. `headers` say who sends it; a payload is sent as JSON. */
  send(
    method: Method,
    url: string,
    headers: Readonly<Record<string, string>>,
    payload?: object,
  ): Promise<LightMyRequestResponse>
  close(): Promise<void>
}

/** A field of a form, as `FormData.append` takes it. */
export type FormPart = [name: string, value: string | File]

/** A form as a browser would send it. */
export async function encodeForm(
  parts: readonly FormPart[],
): Promise<{ contentType: string; payload: Buffer }> {
  const form = new FormData()
  for (const [name, value] of parts) form.append(name, value)
  const request = new Request('http://x/', { method: 'POST', body: form })
  return {
    contentType: String(request.headers.get('content-type')),
    payload: Buffer.from(await request.arrayBuffer()),
  }
}

/** A customer with everything that is required where the account has no custom fields. */
export async function customerParts(email = 'zoe@example.com'): Promise<FormPart[]> {
  const photo = await sharp({ create: { width: 20, height: 20, channels: 3, background: '#115e59' } })
    .png()
    .toBuffer()
  return [
    ['name', 'Zoë'],
    ['last_name', 'Ødegård'],
    ['email', email],
    ['phone', '+47 900 00 000'],
    ['business_information[company_name]', 'Ødegård AS'],
    ['profile_photo_path', new File([new Uint8Array(photo)], 'zoë 🙂.png')],
  ]
}

/** From here on, a response to `inject` that isn't as documented rejects it. */
function checkResponses(app: FastifyInstance): void {
  const inject = app.inject.bind(app) as (options: InjectOptions | string) => Promise<LightMyRequestResponse>
  const checked = async (options: InjectOptions | string) => {
    const response = await inject(options)
    const {
      method = 'GET',
      url,
      path,
      headers = {},
    } = typeof options === 'string' ? { url: options } : options
    const target = url ?? path
    if (typeof target === 'string' && target.startsWith('/api')) {
      const check = await documentedResponses()
      check({ method, url: target, headers, response })
    }
    return response
  }
  app.inject = checked as typeof app.inject
}

/**
 * The whole service on a fresh data folder: real database, real files, no demo data unless `DEMO` is set. `env` may be
 * derived from the part of the environment that says where the data is.
 */
export async function startService(
  env: Record<string, string> | ((where: Record<string, string>) => Record<string, string>) = {},
  { callersForMs = 0, passwords = cheapHash, ...limits }: Partial<ConnectionLimits> & ContextOptions = {},
): Promise<TestService> {
  const dataDir = await makeMigratedDataDir()
  const where = environmentOf(dataDir)
  const more = typeof env === 'function' ? env(where) : env
  const config = readConfig({ PORT: '0', DEMO: '0', LOG_LEVEL: 'silent', ...where, ...more })
  // Tests count the statements of a request, and when the second of a known caller is over would be chance.
  const context = await createContext(config, { callersForMs, passwords })
  const app = await buildApp(context, limits)
  checkResponses(app)
  let origin: Promise<string> | undefined
  let people = 0
  const service: TestService = {
    app,
    context,
    dataDir,
    listen: () =>
      (origin ??= app.listen({ port: 0, host: '127.0.0.1' }).then((url) => {
        context.listening(Number(new URL(url).port))
        return url
      })),
    async account(name, more = {}) {
      const { id } = await ensureAccount(context.store, name)
      const { token, key } = credentialDefaults
      const settings = { expiresAt: null, ...more }
      const tenant = new Tenant(context.store.db, context.store.dialect, id, 'Test')
      const secretOf = async (credential: NewCredential) =>
        (await insertCredential(tenant, credential)).secret
      return {
        id,
        tenant,
        token: await secretOf({ kind: 'token', ...token, ...settings }),
        // Every ability, so that a test can call all of Surface X with it.
        key: await secretOf({ kind: 'key', ...key, abilities: credentialAbilities, ...settings }),
      }
    },
    session: async (account, role) => (await service.sessions(account, role, 1))[0]!,
    async sessions(account, role, times) {
      people += 1
      const email = `robin${people}@example.com`
      const user = await context.staff.addPerson({ name: 'Robin', email, password: 'a long password' })
      await context.staff.addMember(account, user, role)
      const sessions = []
      while (sessions.length < times) sessions.push(await insertSession(context, user))
      return sessions
    },
    send: (method, url, headers, payload) =>
      app.inject({ method, url, headers, ...(payload && { payload }) }),
    async close() {
      await app.close()
      await context.lifecycle.stop()
      await removeDataDir(dataDir)
    },
  }
  return service
}
