import { parseArgs } from 'node:util'

import { readConfig } from '#server/config.ts'
import { moveToPostgres } from '#server/platform/backup/move.ts'

import { UsageError, printLine, reportProgress, runCommand } from '../command.ts'

/** `npm run --silent move -- --to postgres://…`: copies everything from SQLite to PostgreSQL while the service is stopped. */
await runCommand(async (args) => {
  const { values } = parseArgs({ args, options: { to: { type: 'string' } } })
  if (!/^postgres(ql)?:\/\//.test(values.to ?? '')) throw new UsageError('--to postgres://… is required')
  const rows = await moveToPostgres(readConfig(process.env), values.to ?? '', reportProgress)
  printLine({ rows, next: 'Start with DATABASE_URL set to this database and the same DATA_DIR' })
})
