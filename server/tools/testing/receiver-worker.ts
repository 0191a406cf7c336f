import { parentPort, workerData } from 'node:worker_threads'

import type { Certificate } from './certificate.ts'
import { Receiver } from './receiver.ts'

/** A receiver on its own thread, so that it takes no time from what is measured. Posts its address. */
const receiver = await new Receiver(workerData as Certificate).listen()
parentPort?.postMessage(receiver.url(''))
