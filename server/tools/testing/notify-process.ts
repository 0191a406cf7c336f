import { once } from 'node:events'

import { readConfig } from '#server/config.ts'
import { createContext } from '#server/context.ts'
import { sendDigests } from '#server/records/invoices/digest.ts'

/**
 * A process of its own that sends the digests and emails that are due at the moment it is told, as each of several services
 * on one database does; by its environment variables. Says `ready`, and `done` for each moment.
 */
const context = await createContext(readConfig(process.env))
const parent = process.send!.bind(process)
parent('ready')
for (;;) {
  const [moment] = (await once(process, 'message')) as [number | null]
  if (moment === null) break
  await sendDigests(context, moment)
  await context.outbox.sendDue(() => moment)
  parent('done')
}
await context.store.close()
process.disconnect()
