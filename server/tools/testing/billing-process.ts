import { once } from 'node:events'

import { readConfig } from '#server/config.ts'
import { LiveBus } from '#server/platform/live/bus.ts'
import { openStore } from '#server/platform/startup/open-store.ts'
import { draftRecurring } from '#server/records/invoices/recurring-job.ts'

/** What a process is told: to bill what is due at a moment, and the email in whose transaction it is killed on the way. */
export interface Bill {
  readonly moment: number
  readonly dieAt?: number
}

/**
 * A process of its own that drafts, sends and emails the recurring invoices that are due at the moment it is told, as each of
 * several services on one database does once a minute; by its environment variables. Says `ready`, and `done` for each moment.
 */
const store = await openStore(readConfig(process.env))
const live = new LiveBus(store.peers)
const outbox = { canSend: true, wake: () => undefined }
let left = Infinity
// After the statement, and before the transaction ends.
store.onStatement(({ sql }) => {
  if (!sql.startsWith('insert into "emails"')) return
  left -= 1
  if (left === 0) process.kill(process.pid, 'SIGKILL')
})
const parent = process.send!.bind(process)
parent('ready')
for (;;) {
  const [{ moment, dieAt = Infinity }] = (await once(process, 'message')) as [Bill]
  left = dieAt
  await draftRecurring({ store, live, outbox }, moment)
  parent('done')
}
