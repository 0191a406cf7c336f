import { resolve } from 'node:path'
import { parseArgs } from 'node:util'

import { readConfig } from '#server/config.ts'
import { backUp } from '#server/platform/backup/back-up.ts'

import { UsageError, printLine, reportProgress, runCommand } from '../command.ts'

/** `npm run --silent backup -- --to FOLDER`: a consistent copy of database and files, while the service runs. */
await runCommand(async (args) => {
  const { values } = parseArgs({ args, options: { to: { type: 'string' } } })
  if (!values.to?.trim()) throw new UsageError('--to FOLDER is required')
  const folder = resolve(values.to)
  printLine({ folder, ...(await backUp(readConfig(process.env), folder, reportProgress)) })
})
