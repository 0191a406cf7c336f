import { runCommand } from '../command.ts'
import { demo } from '../commands/demo.ts'

await runCommand(demo)
