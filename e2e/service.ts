import { makeDataDir, removeDataDir } from '../server/tools/testing/data-dir.ts'
import { ServiceHost } from '../server/tools/testing/host.ts'
import { runOn } from '../server/tools/testing/process.ts'
import { makeDemoDataDir } from './demo-data.ts'

/** The real service on a port of its own, with a data folder and, on PostgreSQL, a database of its own. */
export interface Service {
  /** Origin, without a closing slash. */
  readonly url: string
  /** What it has printed so far. */
  readonly output: () => string
  /** Creates a token and a key for the account of that name, with the abilities that Surface V1 asks for. */
  readonly credentials: (account: string) => Promise<{ readonly token: string; readonly key: string }>
  /** Connects the account of that name to another service, with the demo's owner in it. */
  readonly connect: (
    account: string,
    environment: 'production' | 'development',
    other: { readonly url: string; readonly token: string; readonly key: string },
  ) => Promise<{ readonly id: number; readonly name: string }>
  /** Gives it new data, unless it has only served that file. */
  readonly renewFor: (file: string) => Promise<void>
  /** Ends it without warning, as `kill -9` does. */
  readonly kill: () => Promise<unknown>
  /** Starts it again on the same port and data. */
  readonly start: () => Promise<void>
  /** Ends it and removes its data. */
  readonly stop: () => Promise<void>
}

/** Starts the service with demo data and waits until it serves requests. `env` overrides what a test usually needs. */
export async function startService(env: Readonly<Record<string, string>> = {}): Promise<Service> {
  const makeData = () => (env['DEMO'] === '0' ? makeDataDir('bureau-e2e-') : makeDemoDataDir())
  let dataDir = await makeData()
  let served: string | undefined
  const host = new ServiceHost({ DEMO: '1', LOG_LEVEL: 'error', ...env })
  const stop = async () => {
    await host.end()
    await removeDataDir(dataDir)
  }
  await host.open(dataDir).catch(async (error: unknown) => {
    await stop()
    throw error
  })
  return {
    url: host.url,
    output: () => host.output(),
    async credentials(account) {
      const args = ['--account', account, '--abilities', 'settings.manage,contacts.view']
      const { stdout } = await runOn(dataDir, 'credentials', args)
      return JSON.parse(stdout) as { token: string; key: string }
    },
    async connect(account, environment, { url, token, key }) {
      const args = ['--account', account, '--environment', environment, '--url', url]
      const { stdout, stderr } = await runOn(
        dataDir,
        'connect',
        [...args, '--owner', 'demo@bureau.example'],
        { input: `${token}\n${key}\n`, env },
      )
      if (stderr !== '') throw new Error(stderr)
      return (JSON.parse(stdout) as { account: { id: number; name: string } }).account
    },
    async renewFor(file) {
      if (served !== undefined && served !== file) {
        const old = dataDir
        dataDir = await makeData()
        await host.open(dataDir)
        await removeDataDir(old)
      }
      served = file
    },
    kill: () => host.end('SIGKILL'),
    start: () => host.open(dataDir),
    stop,
  }
}
