import { existsSync } from 'node:fs'
import { readdir, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

import type { Config } from '#server/config.ts'
import { everyToken } from '#server/platform/files/housekeeping.ts'
import { FileStore, type FilesConfig } from '#server/platform/files/store.ts'
import { now } from '#server/platform/lib/clock.ts'
import { makeFolder, readIfThere, sumOfFile, sync } from '#server/platform/lib/durable.ts'
import { StartupError } from '#server/platform/lib/startup-error.ts'
import { openStore } from '#server/platform/startup/open-store.ts'

import { databaseName, settle, takeSnapshot } from './snapshot.ts'
import { copyDurably, writeDurably } from './sums.ts'

/** Contents of `backup.json`. */
export interface Manifest {
  readonly format: 1
  readonly created_at: string
  /** Uploaded files and stored PDFs. */
  readonly files: number
  /** Files of the database that the data folder didn't have any more. */
  readonly missing_files: number
  /** False where the key is in SECRET_KEY, which no backup holds. */
  readonly has_secret_key: boolean
}

export const manifestName = 'backup.json'
/** As `sha256sum -c` reads it. */
export const sumsName = 'SHA256SUMS'
/** The small files that belong to an installation, besides its database and uploads. */
export const smallFiles = ['secret-key', 'installation'] as const

const roundsAtMost = 5

/**
 * Writes a copy of an installation into a new folder, while the service runs: the database as it was at one moment, and every
 * file it knows. The folder has its name only once it is complete.
 */
export async function backUp(
  config: Pick<Config, 'dataDir' | 'databaseUrl' | 'files'>,
  folder: string,
  report: (line: string) => void,
): Promise<Manifest> {
  if (existsSync(folder) && (await readdir(folder)).length > 0)
    throw new StartupError(`${folder} isn't empty. Give a new folder for each backup.`)
  const draft = join(dirname(folder), `.${basename(folder)}.unfinished`)
  await rm(draft, { recursive: true, force: true })
  await makeFolder(draft)

  const sums = new Map<string, string>()
  const missing = await copyData(config, draft, sums, report)
  for (const name of smallFiles) {
    const from = join(config.dataDir, name)
    if ((await readIfThere(from)) !== undefined) sums.set(name, await copyDurably(from, join(draft, name)))
  }
  settle(join(draft, databaseName))
  sums.set(databaseName, await sumOfFile(join(draft, databaseName)))
  const manifest: Manifest = {
    format: 1,
    created_at: now(),
    files: [...sums.keys()].filter((name) => name.startsWith('files/')).length,
    missing_files: missing,
    has_secret_key: sums.has('secret-key'),
  }
  await writeText(join(draft, sumsName), sumsText(sums))
  await writeText(join(draft, manifestName), `${JSON.stringify(manifest, null, 2)}\n`)
  await sync(draft)
  await rename(draft, folder)
  await sync(dirname(folder))
  return manifest
}

/**
 * Copies the database, then its files. A file that was deleted in between is gone from the next snapshot, too; one that is missing twice is
 * missing in the installation. Returns how many are.
 */
async function copyData(
  config: Pick<Config, 'dataDir' | 'databaseUrl' | 'files'>,
  draft: string,
  sums: Map<string, string>,
  report: (line: string) => void,
): Promise<number> {
  const files = await openFiles(config)
  let missingBefore: ReadonlySet<string> = new Set()
  for (let round = 1; round <= roundsAtMost; round += 1) {
    await takeSnapshot(config, draft, report)
    const tokens = await tokensOf(draft)
    const missing = new Set<string>()
    for (const token of tokens) {
      const name = nameOf(token)
      if (sums.has(name)) continue
      const file = await files.open(token)
      if (!file) missing.add(token)
      else sums.set(name, await writeDurably(file.stream, new Date(file.modifiedMs), join(draft, name)))
      if (sums.size % 1000 === 0) report(`${sums.size} of ${tokens.size} files`)
    }
    if ([...missing].every((token) => missingBefore.has(token))) {
      await removeDeleted(draft, sums, tokens)
      return missing.size
    }
    missingBefore = missing
  }
  throw new StartupError('Files are being deleted faster than they can be copied. Try again later.')
}

/** Opens the files; with another bucket, every one of them would be missing. */
async function openFiles(config: FilesConfig): Promise<FileStore> {
  const files = await FileStore.open(config)
  const id = (await readIfThere(join(config.dataDir, 'installation')))?.trim()
  if (config.files && (await files.owner()) !== id)
    throw new StartupError(`The bucket of FILES_URL doesn't belong to ${config.dataDir}.`)
  return files
}

async function tokensOf(folder: string): Promise<ReadonlySet<string>> {
  const store = await openStore({ dataDir: folder, databaseUrl: undefined }, { isBatch: true })
  try {
    return await everyToken(store.db)
  } finally {
    await store.close()
  }
}

/** Files that were deleted for good while others were copied. */
async function removeDeleted(draft: string, sums: Map<string, string>, tokens: ReadonlySet<string>) {
  const kept = new Set([...tokens].map(nameOf))
  for (const name of sums.keys()) {
    if (kept.has(name)) continue
    await rm(join(draft, name))
    sums.delete(name)
  }
}

const nameOf = (token: string) => `files/${token.slice(0, 2)}/${token}`

const sumsText = (sums: ReadonlyMap<string, string>) =>
  [...sums].map(([name, sum]) => `${sum}  ${name}\n`).join('')

const writeText = (path: string, text: string) => writeFile(path, text, { mode: 0o600, flush: true })
