import { once } from 'node:events'

import { readConfig } from '#server/config.ts'
import { createContext } from '#server/context.ts'

/**
 * A process of its own that sweeps whenever it is told to, as each of several services on one database does once a minute;
 * by its environment variables. Says `ready`, and after each sweep whether it leads.
 */
const context = await createContext(readConfig(process.env))
const parent = process.send!.bind(process)
parent('ready')
for (;;) {
  await once(process, 'message')
  await context.lifecycle.sweep()
  parent((await context.store.peers.leads()) ? 'leads' : 'follows')
}
