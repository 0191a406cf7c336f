import { type DestinationStream, type Logger, destination, levels, pino } from 'pino'

import type { Config } from '#server/config.ts'

/** Lines wait for each other until there are this many bytes of them, or this long. */
const [batchBytes, batchMs] = [4096, 100]

/** The log: JSON lines on standard output. Secrets never reach it: URLs are logged without query and file tokens. */
export function makeLog(config: Pick<Config, 'logLevel'>): Logger {
  const options = {
    level: config.logLevel,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: ['*.password', '*.token', '*.secret', '*.authorization', '*.cookie'], censor: '…' },
  }
  return pino(options, (standardOutput ??= batched()))
}

// One for the whole process, however many services tests start in it.
let standardOutput: DestinationStream | undefined

/** Writing each line separately takes as long as answering a short request. Warnings and errors never wait. */
function batched(): DestinationStream {
  const output = destination({ dest: 1, sync: true, minLength: batchBytes, periodicFlush: batchMs })
  process.once('exit', () => output.flushSync())
  return {
    // Makes pino tell the level of each line.
    [Symbol.for('pino.metadata')]: true,
    lastLevel: 0,
    write(line: string) {
      output.write(line)
      if (this.lastLevel >= (levels.values['warn'] ?? 0)) output.flushSync()
    },
  } as DestinationStream & { lastLevel: number }
}
