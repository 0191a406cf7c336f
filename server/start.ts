import { setInterval } from 'node:timers'

import { buildApp } from './app.ts'
import { readConfig } from './config.ts'
import { createContext } from './context.ts'
import { welcome } from './platform/access/staff/welcome.ts'
import { buildDashboard } from './platform/dashboard/build.ts'
import { StartupError } from './platform/lib/startup-error.ts'
import { serveMetrics } from './platform/metrics/serve.ts'
import { stopWithNpm } from './platform/startup/parent-exit.ts'
import { lockService } from './platform/startup/service-lock.ts'
import { seedDemo } from './tools/demo/seed.ts'

const sweepEveryMs = 60_000
const drainAtMostMs = 10_000

await start().catch((error: unknown) => {
  const isForeseen = error instanceof StartupError || (error as NodeJS.ErrnoException).code !== undefined
  process.stderr.write(
    `${isForeseen ? `Bureau failed to start: ${(error as Error).message}` : String((error as Error).stack)}\n`,
  )
  process.exit(1)
})

async function start() {
  // Nothing is served yet, and what a start leaves half-done, the next one finishes.
  let stop = (): void => process.exit(0)
  process.on('SIGTERM', () => stop())
  process.on('SIGINT', () => stop())
  // At once: once npm's shell has gone, nobody can tell any more that it was there.
  stopWithNpm('start', () => stop())

  const config = readConfig(process.env)
  const lock = lockService(config)
  const say = (line: string) => process.stdout.write(`${line}\n`)
  const [context] = await Promise.all([createContext(config), buildDashboard(say)])
  const { store } = context
  const exemption = await store.dialect.policyExemption(store.db)
  if (exemption)
    say(
      `Warning: the database user ${exemption}, so PostgreSQL doesn’t keep accounts apart itself; see docs/operations.md.`,
    )
  if (config.demo) await seedDemo(context)
  const app = await buildApp(context)
  context.lifecycle.add({ name: 'requests', stop: () => app.close() })
  const sweep = setInterval(() => void context.lifecycle.sweep(), sweepEveryMs).unref()

  let isStopping = false
  stop = () => {
    // A signal to the whole process group comes twice, as npm passes its own on; the second must not cut the first short.
    if (isStopping) return
    isStopping = true
    clearInterval(sweep)
    // What doesn't end within this time, such as an upload over a dead line, is cut.
    setTimeout(() => process.exit(0), drainAtMostMs).unref()
    void context.lifecycle.stop().then((isProper) => {
      lock.release()
      process.exit(isProper ? 0 : 1)
    })
  }

  // Until the process ends: how it stops is worth watching, too.
  if (config.metrics && context.metrics) await serveMetrics(context.metrics, config.metrics, context.log)
  await app.listen({ port: config.port, host: config.host })
  const address = app.server.address()
  if (address !== null && typeof address === 'object') context.listening(address.port)
  await context.lifecycle.start()

  for (const line of await welcome(context)) say(line)
}
