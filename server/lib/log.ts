import { type Logger, pino } from 'pino'

import type { Config } from '#server/config.ts'

/** The log: JSON lines on standard output. Secrets never reach it: URLs are logged without query and file tokens. */
export function makeLog(config: Pick<Config, 'logLevel'>): Logger {
  return pino({
    level: config.logLevel,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: ['*.password', '*.token', '*.secret', '*.authorization', '*.cookie'], censor: '…' },
  })
}
