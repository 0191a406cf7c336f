import { resolve } from 'node:path'
import { parseArgs } from 'node:util'

import { readConfig } from '#server/config.ts'
import { restore } from '#server/platform/backup/restore.ts'

import { UsageError, printLine, reportProgress, runCommand } from '../command.ts'

/** `npm run --silent restore -- --from FOLDER`: puts a backup into an empty data folder and database. */
await runCommand(async (args) => {
  const { values } = parseArgs({ args, options: { from: { type: 'string' } } })
  if (!values.from?.trim()) throw new UsageError('--from FOLDER is required')
  const config = readConfig(process.env)
  const manifest = await restore(config, resolve(values.from), reportProgress)
  printLine({ restored: config.dataDir, ...manifest })
})
