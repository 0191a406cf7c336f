import { parentPort, workerData } from 'node:worker_threads'

import type { Certificate } from './certificate.ts'
import { Receiver } from './receiver.ts'

/** A receiver on a thread of its own, so that it does not share the time of what is measured. Tells its address. */
const receiver = await new Receiver(workerData as Certificate).listen()
parentPort?.postMessage(receiver.url(''))
