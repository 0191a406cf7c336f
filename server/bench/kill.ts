import { parseArgs } from 'node:util'

import { wholeNumber } from '../cli/command.ts'
import { killLoop } from '../rig/kill-loop.ts'

/** `npm run bench -- kill --rounds 200`: SIGKILL under load, and what became of every acknowledged event. */
export async function benchKill(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { rounds: { type: 'string', default: '20' } } })
  const tally = await killLoop(wholeNumber('--rounds', values.rounds, 1))
  const lines = [
    ['kills under load', tally.rounds],
    ['events acknowledged', tally.acknowledged],
    ['lost', tally.lost],
    ['requests received', tally.received],
    ['repeated', tally.duplicates],
    ['repeated with other bytes', tally.different],
    ['resumed after a start within', `${tally.resumedWithinMs} ms`],
  ] as const
  process.stdout.write(lines.map(([name, value]) => `${name.padEnd(30)} ${value}\n`).join(''))
}
