import { existsSync } from 'node:fs'
import { mkdtemp, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'

import { z } from 'zod'

import type { Config } from '#server/config.ts'
import { FileStore } from '#server/platform/files/store.ts'
import { makeFolder, readIfThere, sumOfFile, sync } from '#server/platform/lib/durable.ts'
import { StartupError } from '#server/platform/lib/startup-error.ts'
import { unfinishedRestore } from '#server/platform/startup/installation.ts'
import { lockService } from '#server/platform/startup/service-lock.ts'

import { type Manifest, manifestName, smallFiles, sumsName } from './back-up.ts'
import { copyToPostgres } from './copy-to-postgres.ts'
import { databaseName } from './snapshot.ts'
import { copyDurably } from './sums.ts'
import { expectOwnFile, expectSound } from './verify.ts'

const ManifestShape = z.object({
  format: z.literal(1),
  created_at: z.string(),
  files: z.int(),
  missing_files: z.int(),
  has_secret_key: z.boolean(),
})

/**
 * Puts a backup into an empty data folder, and into an empty database if the configuration names one. Everything is verified before
 * anything is written. One that was interrupted can be repeated, and until then no service starts on that folder.
 */
export async function restore(
  config: Pick<Config, 'dataDir' | 'databaseUrl' | 'files'>,
  folder: string,
  report: (line: string) => void,
): Promise<Manifest> {
  const manifest = await readManifest(folder)
  const sums = await readSums(folder)
  if (!sums.has(databaseName))
    throw new StartupError(`${join(folder, sumsName)} is damaged. Use another backup.`)
  for (const [name, sum] of sums) {
    const found = await sumOfFile(join(folder, name)).catch(() => undefined)
    if (found !== sum)
      throw new StartupError(`${join(folder, name)} is damaged or missing. Use another backup.`)
    await expectOwnFile(folder, name)
  }
  await expectSound(folder)
  report(`${sums.size} files verified`)

  const { dataDir, databaseUrl } = config
  const isRepeated = await expectEmpty(dataDir, manifest)
  const lock = lockService(config)
  try {
    const marker = unfinishedRestore(dataDir)
    await writeFile(marker, manifest.created_at, { mode: 0o600, flush: true })
    await sync(dataDir)
    const files = await openFiles(config, folder, isRepeated)
    for (const name of sums.keys()) {
      if (name.startsWith('files/')) await files.copyIn(basename(name), join(folder, name))
      else if (name === 'secret-key') await copyDurably(join(folder, name), join(dataDir, name))
    }
    report('Files copied')
    if (databaseUrl === undefined) await putDatabase(folder, dataDir)
    else await putRows(folder, dataDir, databaseUrl, report)
    if (sums.has('installation'))
      await copyDurably(join(folder, 'installation'), join(dataDir, 'installation'))
    await rm(marker)
    await sync(dataDir)
  } finally {
    lock.release()
  }
  return manifest
}

async function readManifest(folder: string): Promise<Manifest> {
  const text = await readIfThere(join(folder, manifestName))
  if (text === undefined) throw new StartupError(`${folder} isn't a backup: it has no ${manifestName}.`)
  try {
    return ManifestShape.parse(JSON.parse(text))
  } catch {
    throw new StartupError(
      `${join(folder, manifestName)} can't be read. Use the version of Bureau that made this backup, or a newer one.`,
    )
  }
}

/** Files that a backup may contain, so that no name in it leads out of the data folder. */
const nameShape = /^(?:files\/[\w-]{2}\/[\w-]{43}|secret-key|installation|bureau\.sqlite)$/

async function readSums(folder: string): Promise<ReadonlyMap<string, string>> {
  const text = await readFile(join(folder, sumsName), 'utf8')
  return new Map(
    text
      .trimEnd()
      .split('\n')
      .map((line) => {
        const [, sum, name] = /^([0-9a-f]{64}) {2}(.+)$/.exec(line) ?? []
        if (sum === undefined || name === undefined || !nameShape.test(name))
          throw new StartupError(`${join(folder, sumsName)} is damaged. Use another backup.`)
        return [name, sum]
      }),
  )
}

/** Opens what the files are restored into. A bucket is claimed first, so that no other installation takes it. */
async function openFiles(
  config: Pick<Config, 'dataDir' | 'files'>,
  folder: string,
  isRepeated: boolean,
): Promise<FileStore> {
  const files = await FileStore.open(config)
  if (!config.files) return files
  const id = (await readIfThere(join(folder, 'installation')))?.trim()
  const owner = await files.owner()
  const isUsed = owner === undefined ? await files.hasAny() : owner !== id || !isRepeated
  if (isUsed || (id !== undefined && !(await files.claimBucket(id))))
    throw new StartupError(
      "The bucket of FILES_URL isn't empty under this prefix. Set a new prefix, and nothing is overwritten.",
    )
  return files
}

/** Returns whether this is the same backup again, whose first attempt was interrupted. Throws where the folder is used. */
async function expectEmpty(dataDir: string, { created_at }: Manifest): Promise<boolean> {
  await makeFolder(dataDir)
  const begun = await readIfThere(unfinishedRestore(dataDir))
  if (begun === created_at) return true
  const isUsed =
    begun !== undefined ||
    [databaseName, ...smallFiles].some((name) => existsSync(join(dataDir, name))) ||
    (await readdir(join(dataDir, 'files')).catch(() => [])).length > 0
  if (isUsed)
    throw new StartupError(
      `${dataDir} isn't empty. Set DATA_DIR to a new folder, and nothing is overwritten.`,
    )
  return false
}

async function putDatabase(folder: string, dataDir: string): Promise<void> {
  const draft = join(dataDir, `${databaseName}.restoring`)
  await copyDurably(join(folder, databaseName), draft)
  await rename(draft, join(dataDir, databaseName))
  await sync(dataDir)
}

async function putRows(
  folder: string,
  dataDir: string,
  databaseUrl: string,
  report: (line: string) => void,
): Promise<void> {
  // Opening a database writes to it, and a backup stays as it is.
  const copy = await mkdtemp(join(dataDir, 'restoring-'))
  try {
    await copyDurably(join(folder, databaseName), join(copy, databaseName))
    await copyToPostgres(copy, databaseUrl, report)
  } finally {
    await rm(copy, { recursive: true, force: true })
  }
}
