import { runCommand } from '../command.ts'
import { credentials } from '../commands/credentials.ts'

await runCommand(credentials)
