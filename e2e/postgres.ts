import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, constants, globSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** A PostgreSQL server for one test run. */
export interface TestPostgres {
  /** Address of its maintenance database, where tests create their own. */
  readonly url: string
  /** Stops the server and deletes its data. */
  stop(): Promise<void>
}

/** Where packages install PostgreSQL without adding it to PATH; the newest version comes first. */
const usualFolders = [
  '/usr/lib/postgresql/*/bin',
  '/usr/pgsql-*/bin',
  '/opt/homebrew/opt/postgresql*/bin',
  '/usr/local/opt/postgresql*/bin',
]

/** Returns the folder that contains `initdb` and `postgres`, or undefined if PostgreSQL isn't installed. */
export function findPostgres(): string | undefined {
  const usual = globSync(usualFolders).toSorted((a, b) => b.localeCompare(a, 'en', { numeric: true }))
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), ...usual]
  return folders.find((folder) => ['initdb', 'postgres'].every((name) => isExecutable(join(folder, name))))
}

/**
 * Starts a throwaway server from the binaries in that folder. A process of its own keeps it, and removes it once this
 * process stops it or ends for whatever reason, SIGKILL included.
 */
export async function startPostgres(folder: string): Promise<TestPostgres> {
  const keeper = spawn(process.execPath, [join(import.meta.dirname, 'postgres-keeper.ts'), folder], {
    // Ctrl+C reaches every process of the terminal's group; the keeper must outlive it to clean up.
    detached: true,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const url = await firstLine(keeper)
  return {
    url,
    async stop() {
      keeper.stdin?.end()
      if (keeper.exitCode === null) await once(keeper, 'exit')
    },
  }
}

async function firstLine({ stdout }: ChildProcess): Promise<string> {
  let text = ''
  for await (const chunk of stdout ?? []) {
    text += String(chunk)
    if (text.includes('\n')) return text.trim()
  }
  throw new Error('PostgreSQL did not start')
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
