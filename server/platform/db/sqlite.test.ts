import { Worker } from 'node:worker_threads'

import { expect, test } from 'vitest'

import { makeDataDir, removeDataDir } from '#server/tools/testing/data-dir.ts'
import { runs } from '#server/tools/testing/runs.ts'

const rounds = runs(5, 20)
const openers = 3

/** Opens a new file in each round, at the same moment as the others, and reports errors. */
const opener = `
  const { parentPort, workerData: { module, folder, gate, rounds, openers } } = require('node:worker_threads')
  import(module).then(({ openSqlite }) => {
    const faults = []
    for (let round = 1; round <= rounds; round += 1) {
      Atomics.add(gate, 0, 1)
      while (Atomics.load(gate, 0) < round * openers);
      try {
        openSqlite(folder + '/' + round + '.sqlite').close()
      } catch (error) {
        faults.push(error.message)
      }
    }
    parentPort.postMessage(faults)
  })
`

test('several processes can open a new file at once', async () => {
  const folder = await makeDataDir()
  const gate = new Int32Array(new SharedArrayBuffer(4))
  const module = new URL('sqlite.ts', import.meta.url).href
  const told = Array.from({ length: openers }, () => {
    const worker = new Worker(opener, { eval: true, workerData: { module, folder, gate, rounds, openers } })
    return new Promise((done, fail) => worker.once('message', done).once('error', fail))
  })
  expect(await Promise.all(told)).toEqual(Array.from({ length: openers }, () => []))
  await removeDataDir(folder)
}, 300_000)
