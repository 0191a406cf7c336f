/** The process of `ServiceHost`: serves what `server/start.ts` does. A message says where the data is; the reply is the port. */
import { setInterval } from 'node:timers'

import { buildApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { createContext } from '#server/context.ts'
import { welcome } from '#server/platform/access/staff/welcome.ts'
import type { Lifecycle } from '#server/platform/startup/lifecycle.ts'
import { seedDemo } from '#server/tools/demo/seed.ts'

const sweepEveryMs = 60_000

let current: Lifecycle | undefined
setInterval(() => void current?.sweep(), sweepEveryMs).unref()

process.on('message', (where: Readonly<Record<string, string>>) => {
  void open(where).catch((error: unknown) => {
    process.stderr.write(`${(error as Error).stack}\n`)
    process.exit(1)
  })
})
process.once('SIGTERM', () => void current?.stop().then(() => process.exit(0)))

async function open(where: Readonly<Record<string, string>>): Promise<void> {
  await current?.stop()
  const config = readConfig({ ...process.env, ...where })
  const context = await createContext(config)
  if (config.demo) await seedDemo(context)
  const app = await buildApp(context)
  context.lifecycle.add({ name: 'requests', stop: () => app.close() })
  await app.listen({ port: config.port, host: config.host })
  const { port } = app.server.address() as { port: number }
  context.listening(port)
  await context.lifecycle.start()
  current = context.lifecycle
  for (const line of await welcome(context)) process.stdout.write(`${line}\n`)
  process.send?.(port)
}
