import { StartupError } from '#server/platform/lib/startup-error.ts'

/** A mistake in the command line; its message is one line. */
export class UsageError extends Error {}

/** What a command does with its arguments and environment variables. */
export type Command = (args: string[], env: NodeJS.ProcessEnv) => Promise<void>

/** Runs a command; what the user did wrong is one line on standard error and exit code 1. */
export async function runCommand(command: Command): Promise<void> {
  try {
    await command(process.argv.slice(2), process.env)
  } catch (error) {
    process.stderr.write(`${refusalOf(error) ?? String((error as Error).stack)}\n`)
    process.exitCode = 1
  }
}

/** What the user did wrong, in one line; undefined for an error of ours. */
export function refusalOf(error: unknown): string | undefined {
  const { code, message } = error as NodeJS.ErrnoException
  const isForeseen = error instanceof UsageError || error instanceof StartupError || code !== undefined
  return isForeseen ? message.split('\n')[0] : undefined
}

/** A whole number of at least `low`, or a `UsageError` that names the option. */
export function wholeNumber(option: string, text: string, low: number): number {
  if (!/^[0-9]{1,9}$/.test(text) || Number(text) < low)
    throw new UsageError(`${option} must be a whole number, ${low} or more`)
  return Number(text)
}

/** Prints how far a command has come, beside its result. */
export function reportProgress(line: string): void {
  process.stderr.write(`${line}\n`)
}

/** Prints a value as one line of JSON, which scripts can read. */
export function printLine(value: object): void {
  process.stdout.write(`${JSON.stringify(value)}\n`)
}
