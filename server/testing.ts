import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { FastifyInstance } from 'fastify'

import { buildApp } from './app.ts'
import { readConfig } from './config.ts'
import { type NewCredential, defaultRateLimit, issueCredential, tokenAbilities } from './credentials.ts'
import { type Services, makeServices } from './services.ts'
import { ensureAccount } from './staff/accounts.ts'

/** An account with its credentials, for tests. */
export interface TestAccount {
  readonly id: number
  readonly token: string
  readonly key: string
}

export interface TestService {
  readonly app: FastifyInstance
  readonly services: Services
  readonly dataDir: string
  /** Listens on a free port of loopback and gives the origin; the second call gives the same. */
  listen(): Promise<string>
  /** An account of that name, made if new, with a fresh token and key. */
  account(
    name: string,
    more?: Partial<Pick<NewCredential, 'abilities' | 'rateLimit' | 'expiresAt'>>,
  ): Promise<TestAccount>
  close(): Promise<void>
}

/** The whole service on a fresh data folder: real database, real files, no demo data unless `DEMO` is set. */
export async function startService(env: Record<string, string> = {}): Promise<TestService> {
  const dataDir = await mkdtemp(join(tmpdir(), 'bureau-test-'))
  const config = readConfig({ PORT: '0', DEMO: '0', LOG_LEVEL: 'silent', DATA_DIR: dataDir, ...env })
  const services = await makeServices(config)
  const app = await buildApp(services)
  let origin: Promise<string> | undefined
  return {
    app,
    services,
    dataDir,
    listen: () =>
      (origin ??= app.listen({ port: 0, host: '127.0.0.1' }).then((url) => {
        services.listening(Number(new URL(url).port))
        return url
      })),
    async account(name, more = {}) {
      const { id } = await ensureAccount(services.store.db, name)
      const settings = { abilities: tokenAbilities, rateLimit: defaultRateLimit, expiresAt: null, ...more }
      return {
        id,
        token: await issueCredential(services.store.db, id, { kind: 'token', ...settings }),
        key: await issueCredential(services.store.db, id, { kind: 'key', ...settings }),
      }
    },
    async close() {
      await app.close()
      await services.store.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
