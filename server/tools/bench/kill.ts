import { parseArgs } from 'node:util'

import { wholeNumber } from '#server/tools/command.ts'
import { killLoop } from '#server/tools/testing/kill-loop.ts'

import type { Measurement } from './measurement.ts'

/** `npm run bench -- kill --rounds 200`: SIGKILL under load, and the outcome of every acknowledged event. */
export async function measureKill(args: string[]): Promise<Measurement[]> {
  const { values } = parseArgs({ args, options: { rounds: { type: 'string', default: '20' } } })
  const tally = await killLoop(wholeNumber('--rounds', values.rounds, 1))
  return [
    { what: 'kills under load', value: String(tally.rounds) },
    { what: 'events acknowledged', value: String(tally.acknowledged) },
    { what: 'of these lost', value: String(tally.lost) },
    { what: 'requests at the receiver', value: String(tally.received) },
    { what: 'of these repeated, all byte-identical', value: String(tally.duplicates) },
    { what: 'repeated with other bytes', value: String(tally.different) },
    { what: 'first delivery after a start, at most', value: `${tally.resumedWithinMs} ms` },
  ]
}
