import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'

import type { Config } from '#server/config.ts'
import { claimSetting, readSetting, writeSetting } from '#server/platform/db/settings.ts'
import type { Store } from '#server/platform/db/store.ts'
import { hasTokens, tokensWithRow } from '#server/platform/files/housekeeping.ts'
import type { FileStore } from '#server/platform/files/store.ts'
import { timestamp } from '#server/platform/lib/clock.ts'
import { createOnce, readIfThere } from '#server/platform/lib/durable.ts'
import { StartupError } from '#server/platform/lib/startup-error.ts'

type Where = Pick<Config, 'dataDir' | 'databaseUrl'>
type WhereWithFiles = Where & Pick<Config, 'files'>

/**
 * Makes sure that the data folder and the database belong together, and ties them together with an id in both the first
 * time. Throws `StartupError` where they don't: files that the database doesn't know would look abandoned.
 */
export async function tieInstallation(config: WhereWithFiles, store: Store, files: FileStore): Promise<void> {
  // A second round where another process tied them in between.
  if (!(await tie(config, store, files)) && !(await tie(config, store, files)))
    throw new StartupError(texts.different(config))
  if (config.files) await tieBucket(config, store, files)
}

/**
 * Makes sure that the bucket of FILES_URL has the files of this database, and of no other: what it doesn't know would look
 * abandoned.
 */
async function tieBucket(config: Where, { db }: Store, files: FileStore): Promise<void> {
  const id = (await readSetting(db, 'installation')) ?? ''
  const owner = await files.owner()
  if (owner !== undefined && owner !== id) throw new StartupError(texts.otherBucket())
  if (owner === undefined) {
    const findings = await inspectFiles(db, files)
    if (findings === 'unknown') throw new StartupError(texts.unknownInBucket(config))
    if (findings === 'none' && (await hasTokens(db))) throw new StartupError(texts.notInBucket(config))
  }
  if (!(await files.claimBucket(id))) throw new StartupError(texts.otherBucket())
}

/**
 * Throws `StartupError` where SQLite would create an empty database in the folder of an existing installation (its own
 * was moved away, or is on PostgreSQL), and where a restore into it was interrupted.
 */
export function expectDatabase({ dataDir, databaseUrl }: Where): void {
  if (existsSync(unfinishedRestore(dataDir)))
    throw new StartupError(texts.unfinished({ dataDir, databaseUrl }))
  if (databaseUrl === undefined && existsSync(idFile(dataDir)) && !existsSync(sqliteFile(dataDir)))
    throw new StartupError(texts.missing({ dataDir, databaseUrl }))
}

/** Stands in a data folder while a backup is restored into it. */
export const unfinishedRestore = (dataDir: string): string => join(dataDir, 'restore.unfinished')

const idFile = (dataDir: string) => join(dataDir, 'installation')
const sqliteFile = (dataDir: string) => join(dataDir, 'bureau.sqlite')
/** The id until both sides have it, so that a start that was killed in between can be repeated. */
const pendingFile = (dataDir: string) => join(dataDir, 'installation.pending')

async function tie(config: WhereWithFiles, { db }: Store, files: FileStore): Promise<boolean> {
  const { dataDir, databaseUrl } = config
  const earlierId = await readSetting(db, 'installation')
  const pendingId = await readIfThere(pendingFile(dataDir))
  const named = await readIfThere(idFile(dataDir))
  // A process that starts beside us may have written both meanwhile: first the database, then the folder.
  const databaseId = earlierId ?? (named === undefined ? undefined : await readSetting(db, 'installation'))
  const folderId = (named ?? (pendingId === databaseId ? pendingId : undefined))?.trim()
  if (named !== undefined && folderId === databaseId) return true

  const findings = await inspectFiles(db, files)
  const bucketId = config.files && (await files.owner())
  if (config.files && findings === 'unknown' && (bucketId === undefined || bucketId !== databaseId))
    throw new StartupError(bucketId === undefined ? texts.unknownInBucket(config) : texts.otherBucket())
  const problem = judge({
    folderId,
    databaseId,
    bucketId,
    isPostgres: databaseUrl !== undefined,
    hasSqlite: existsSync(sqliteFile(dataDir)),
    hasFiles: findings !== 'none',
    knowsFiles: findings === 'known',
    isUsed: (await db.selectFrom('accounts').select('id').limit(1).executeTakeFirst()) !== undefined,
  })
  if (problem) throw new StartupError(texts[problem](config))

  const id = folderId ?? databaseId ?? (await claimPending(dataDir))
  if (id === undefined) return false
  // Files from before are never taken for abandoned ones.
  if (findings !== 'none' && ![folderId, bucketId].includes(databaseId ?? ''))
    await writeSetting(db, 'files_kept_before', timestamp(Date.now()))
  if ((await claimSetting(db, 'installation', id)) !== id) return false
  if ((await createOnce(idFile(dataDir), id)).trim() !== id) return false
  await rm(pendingFile(dataDir), { force: true })
  return true
}

/** Returns the pending id; undefined where another process has tied both sides, and removed it, at this moment. */
async function claimPending(dataDir: string): Promise<string | undefined> {
  try {
    return await createOnce(pendingFile(dataDir), randomUUID())
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** Whether the folder has files, and whether the database knows any of them. */
async function inspectFiles(db: Store['db'], files: FileStore): Promise<'none' | 'unknown' | 'known'> {
  let found: 'none' | 'unknown' = 'none'
  for await (const tokens of files.storedTokens()) {
    if (tokens.length > 0) found = 'unknown'
    if ((await tokensWithRow(db, tokens)).size > 0) return 'known'
  }
  return found
}

/** State of the data folder and the database at a start. */
export interface Findings {
  readonly folderId: string | undefined
  readonly databaseId: string | undefined
  /** The id in the bucket of FILES_URL, if there is one. */
  readonly bucketId?: string | undefined
  readonly isPostgres: boolean
  /** The folder has a SQLite database. */
  readonly hasSqlite: boolean
  /** The folder has uploaded files. */
  readonly hasFiles: boolean
  /** At least one of them has its row in the database. */
  readonly knowsFiles: boolean
  /** The database has an account. */
  readonly isUsed: boolean
}

/** Returns why folder and database don't belong together; undefined if they do. */
export function judge(findings: Findings): keyof typeof texts | undefined {
  const { folderId, databaseId, bucketId, isPostgres, hasFiles, knowsFiles } = findings
  if (folderId !== undefined && databaseId !== undefined) {
    return folderId === databaseId ? undefined : 'different'
  }
  // Made before there were ids, or restored without one.
  if (knowsFiles) return undefined
  // Another machine with a folder of its own, for the same database and bucket.
  if (folderId === undefined && databaseId !== undefined && bucketId === databaseId) return undefined
  const hasOtherDatabase = isPostgres && findings.hasSqlite
  if (folderId !== undefined) return findings.isUsed && !hasFiles && !hasOtherDatabase ? undefined : 'missing'
  if (databaseId !== undefined && isPostgres) return 'elsewhere'
  if (hasOtherDatabase) return 'sqlite'
  return hasFiles ? 'unknownFiles' : undefined
}

const databaseOf = ({ databaseUrl }: Where) =>
  databaseUrl === undefined ? 'bureau.sqlite there' : 'the database of DATABASE_URL'

const texts = {
  unfinished: (where: Where) =>
    `Restoring a backup into ${where.dataDir} was interrupted. Repeat the command, and it starts over.`,
  different: (where: Where) =>
    `${where.dataDir} and ${databaseOf(where)} belong to different installations. ${where.databaseUrl === undefined ? 'Restore the bureau.sqlite that belongs to this folder' : 'Set DATABASE_URL to the database that belongs to this folder'}, or set DATA_DIR to the folder that belongs to the database.`,
  missing: (where: Where) =>
    where.databaseUrl === undefined
      ? `${where.dataDir} belongs to an installation whose database isn't there. Restore its bureau.sqlite, or set DATABASE_URL if it uses PostgreSQL. To start over, set DATA_DIR to a new folder.`
      : `${where.dataDir} belongs to an installation with another database. Unset DATABASE_URL if it uses SQLite, or set it to the right database. For a new installation, set DATA_DIR to a new folder.`,
  sqlite: (where: Where) =>
    `${where.dataDir} already has a SQLite database, and its data isn't in the database of DATABASE_URL. Unset DATABASE_URL to keep using it. To use PostgreSQL, set DATA_DIR to a new folder, or move bureau.sqlite away.`,
  unknownFiles: (where: Where) =>
    `${where.dataDir} has uploaded files that ${databaseOf(where)} doesn't know. Restore the database they belong to. To start over, set DATA_DIR to a new folder.`,
  otherBucket: () =>
    `The bucket of FILES_URL has the files of another installation under this prefix. Set FILES_URL to the bucket and prefix that belong to this one, or to a new prefix.`,
  unknownInBucket: (where: Where) =>
    `The bucket of FILES_URL has files under this prefix that ${databaseOf(where)} doesn't know. Set FILES_URL to another prefix.`,
  notInBucket: (where: Where) =>
    `The files that ${databaseOf(where)} knows aren't in the bucket of FILES_URL. Unset FILES_URL to keep using ${where.dataDir}. To move them, make a backup and restore it with FILES_URL set.`,
  elsewhere: (where: Where) =>
    `The database of DATABASE_URL belongs to an installation with another data folder. Set DATA_DIR to that folder; several machines share it over the network. If it's lost, copy the value of 'installation' in the table 'settings' into ${idFile(where.dataDir)}.`,
} as const
