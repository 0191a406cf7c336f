import { readdir, rename, rm, rmdir, stat, unlink } from 'node:fs/promises'
import { join } from 'node:path'

import { makeFolder, sync } from '#server/lib/durable.ts'

/** What a sweep must know. Times are milliseconds since the epoch. */
export interface SweepOptions {
  /** Returns which of the tokens have a row. */
  readonly isKnown: (tokens: readonly string[]) => Promise<ReadonlySet<string>>
  readonly nowMs: number
  /** Files from before this time stay, row or not. */
  readonly keptBeforeMs: number
}

/** What one sweep did, as numbers of files. */
export interface SweepResult {
  /** Unfinished uploads deleted. */
  readonly uploads: number
  /** Stored files without a row, moved to the trash. */
  readonly trashed: number
  /** Stored files without a row that stayed because there were implausibly many. */
  readonly refused: number
  /** Moved back from the trash because they have a row again. */
  readonly restored: number
  /** Deleted from the trash. */
  readonly deleted: number
}

/** Younger files may belong to a running request or transaction, here or in another process. */
const staleAfterMs = 60 * 60_000
const trashedForDays = 7
const dayMs = 24 * 60 * 60_000
/** Up to this many orphans are swept whatever their share. */
const handful = 10
const tokensAtOnce = 500

// Whatever else is in these folders isn't ours: lost+found, .DS_Store, or all of /tmp where DATA_DIR is /.
const uploadShape = /^[0-9a-f]{32}$/
const tokenShape = /^[A-Za-z0-9_-]{43}$/
const folderShape = /^[A-Za-z0-9_-]{2}$/
const storedShape = /^(?<token>[A-Za-z0-9_-]{43})(?<drawn>\.\d{1,4}\.webp(?<draft>\.[\w.-]{1,80}\.part)?)?$/
const dayShape = /^\d{4}-\d{2}-\d{2}$/

/** Deletes unfinished uploads older than an hour; returns how many. */
export async function sweepUploads(folder: string): Promise<number> {
  let count = 0
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    const found = uploadShape.test(name) ? await fileAt(path) : undefined
    if (!found || found.mtimeMs >= Date.now() - staleAfterMs) continue
    await rm(path, { force: true })
    count += 1
  }
  return count
}

/** Moves stored files without a row to the trash and deletes their thumbnails; does nothing if most have no row. */
export async function sweepStored(
  files: string,
  trash: string,
  { isKnown, nowMs, keptBeforeMs }: SweepOptions,
): Promise<Pick<SweepResult, 'trashed' | 'refused'>> {
  const { total, stale } = await scan(files, nowMs - staleAfterMs)
  const known = await knownAmong(
    isKnown,
    stale.map(({ token }) => token),
  )
  const unknown = stale.filter(({ token }) => !known.has(token))
  const orphans = unknown.filter((file) => file.kind === 'file' && file.mtimeMs >= keptBeforeMs)
  if (orphans.length > handful && orphans.length > total / 2) return { trashed: 0, refused: orphans.length }

  const today = join(trash, new Date(nowMs).toISOString().slice(0, 10))
  let trashed = 0
  for (const { path, token } of orphans) trashed += await moveTo(today, path, token)
  const gone = new Set(orphans.map(({ token }) => token))
  const staying = new Set(
    unknown.filter(({ kind, token }) => kind === 'file' && !gone.has(token)).map(({ token }) => token),
  )
  for (const { path, kind, token } of stale) {
    const isOver = kind === 'draft' || (kind === 'drawn' && !known.has(token) && !staying.has(token))
    if (isOver) await rm(path, { force: true })
  }
  return { trashed, refused: 0 }
}

/** Restores files that have a row again, as after a restored database, and deletes those that were in it for a week. */
export async function sweepTrash(
  files: string,
  trash: string,
  { isKnown, nowMs }: SweepOptions,
): Promise<Pick<SweepResult, 'restored' | 'deleted'>> {
  let [restored, deleted] = [0, 0]
  for (const day of await namesIn(trash)) {
    if (!dayShape.test(day)) continue
    const folder = join(trash, day)
    const tokens = (await namesIn(folder)).filter((name) => tokenShape.test(name))
    const known = await knownAmong(isKnown, tokens)
    // A file of the last moment of that day has its full seven days, too.
    const isOver = nowMs - Date.parse(day) >= (trashedForDays + 1) * dayMs
    for (const token of tokens) {
      const path = join(folder, token)
      if (known.has(token)) restored += await moveTo(join(files, token.slice(0, 2)), path, token)
      else if (isOver) deleted += await unlink(path).then(() => 1, ignoreGone)
    }
    // Stays where something of somebody else's is in it.
    if (isOver) await rmdir(folder).catch(() => undefined)
  }
  return { restored, deleted }
}

interface StoredFile {
  readonly path: string
  readonly token: string
  readonly kind: 'file' | 'drawn' | 'draft'
  readonly mtimeMs: number
}

/** Counts the stored files and lists those older than that time. */
async function scan(
  files: string,
  beforeMs: number,
): Promise<{ total: number; stale: readonly StoredFile[] }> {
  let total = 0
  const stale: StoredFile[] = []
  for (const folder of await readdir(files)) {
    if (!folderShape.test(folder)) continue
    for (const name of await namesIn(join(files, folder))) {
      const { token, drawn, draft } = storedShape.exec(name)?.groups ?? {}
      if (token === undefined) continue
      const path = join(files, folder, name)
      const found = await fileAt(path)
      if (!found) continue
      const kind = draft !== undefined ? 'draft' : drawn !== undefined ? 'drawn' : 'file'
      if (kind === 'file') total += 1
      if (found.mtimeMs < beforeMs) stale.push({ path, token, kind, mtimeMs: found.mtimeMs })
    }
  }
  return { total, stale }
}

async function knownAmong(
  isKnown: SweepOptions['isKnown'],
  tokens: readonly string[],
): Promise<ReadonlySet<string>> {
  const known = new Set<string>()
  const unique = [...new Set(tokens)]
  for (let from = 0; from < unique.length; from += tokensAtOnce) {
    for (const token of await isKnown(unique.slice(from, from + tokensAtOnce))) known.add(token)
  }
  return known
}

/** Returns the file's stats; undefined for a folder, or if it has gone in the meantime. */
async function fileAt(path: string) {
  const found = await stat(path).catch(() => undefined)
  return found?.isFile() ? found : undefined
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (['ENOENT', 'ENOTDIR'].includes(code)) return []
    throw error
  }
}

/** Moves a file durably and returns how many were moved: none where another process was quicker. */
async function moveTo(folder: string, path: string, token: string): Promise<0 | 1> {
  await makeFolder(folder)
  const moved = await rename(path, join(folder, token)).then(() => 1 as const, ignoreGone)
  await sync(folder)
  return moved
}

/** Another process on this folder sweeps as well. */
function ignoreGone(error: unknown): 0 {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  return 0
}
