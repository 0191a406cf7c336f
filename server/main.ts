import { setInterval } from 'node:timers'

import { buildApp } from './app.ts'
import { buildDashboard } from './build.ts'
import { ConfigError, readConfig } from './config.ts'
import { seedDemo } from './demo/seed.ts'
import { markOverdue } from './overdue.ts'
import { makeServices } from './services.ts'
import { welcome } from './staff/welcome.ts'

const sweepEveryMs = 60_000
const drainAtMostMs = 10_000

await start().catch((error: unknown) => {
  const isForeseen = error instanceof ConfigError || (error as NodeJS.ErrnoException).code !== undefined
  process.stderr.write(
    `${isForeseen ? `Bureau cannot start. ${(error as Error).message}` : String((error as Error).stack)}\n`,
  )
  process.exit(1)
})

async function start() {
  const config = readConfig(process.env)
  const say = (line: string) => process.stdout.write(`${line}\n`)
  const [services] = await Promise.all([makeServices(config), buildDashboard(say)])
  if (config.demo) await seedDemo(services)
  await markOverdue(services.store, Date.now())
  const app = await buildApp(services)
  await app.listen({ port: config.port, host: config.host })
  const address = app.server.address()
  if (address !== null && typeof address === 'object') services.listening(address.port)
  await services.dispatcher.start()

  for (const line of await welcome(services)) say(line)
  const sweep = setInterval(() => {
    services.sweep().catch((error: unknown) => services.log.error({ err: error }, 'sweep failed'))
  }, sweepEveryMs).unref()

  let isStopping = false
  const stop = () => {
    // A signal to the whole process group comes twice, as npm passes its own on; the second must not cut the first short.
    if (isStopping) return
    isStopping = true
    clearInterval(sweep)
    // What does not end by itself within the time (an upload over a dead line) is cut.
    setTimeout(() => process.exit(0), drainAtMostMs).unref()
    void Promise.all([app.close(), services.dispatcher.stop()])
      .then(() => services.store.close())
      .then(() => process.exit(0))
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}
