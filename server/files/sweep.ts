import { readdir, rename, rm, rmdir, stat, unlink } from 'node:fs/promises'
import { join } from 'node:path'

import { makeFolder, sync } from './durable.ts'

export interface SweepAsked {
  /** Returns which of the tokens have a row. */
  readonly isKnown: (tokens: readonly string[]) => Promise<ReadonlySet<string>>
  readonly nowMs: number
  /** Files from before this time stay, row or not. */
  readonly keptBeforeMs: number
}

/** What one sweep did, in files. */
export interface Swept {
  /** Unfinished uploads deleted. */
  readonly uploads: number
  /** Kept files without a row, moved to the trash. */
  readonly trashed: number
  /** Kept files without a row that stayed because they were too many to be believed. */
  readonly refused: number
  /** Moved back from the trash because they have a row again. */
  readonly restored: number
  /** Deleted from the trash. */
  readonly deleted: number
}

/** What is younger may belong to a request or a transaction under way, here or in another process. */
const staleAfterMs = 60 * 60_000
const trashedForDays = 7
const dayMs = 24 * 60 * 60_000
/** So many orphans are believed whatever their share. */
const handful = 10
const tokensAtOnce = 500

// Whatever else is in these folders isn't ours: lost+found, .DS_Store, or all of /tmp where DATA_DIR is /.
const uploadShape = /^[0-9a-f]{32}$/
const tokenShape = /^[A-Za-z0-9_-]{43}$/
const folderShape = /^[A-Za-z0-9_-]{2}$/
const keptShape = /^(?<token>[A-Za-z0-9_-]{43})(?<drawn>\.\d{1,4}\.webp(?<draft>\.[\w.-]{1,80}\.part)?)?$/
const dayShape = /^\d{4}-\d{2}-\d{2}$/

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

/** Moves kept files without a row to the trash and deletes what was drawn from them, or refuses when they are most. */
export async function sweepKept(
  kept: string,
  trash: string,
  { isKnown, nowMs, keptBeforeMs }: SweepAsked,
): Promise<Pick<Swept, 'trashed' | 'refused'>> {
  const { total, stale } = await look(kept, nowMs - staleAfterMs)
  const known = await ask(
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

/** Brings back what has a row again, as after a database was restored, and deletes what has been there for a week. */
export async function sweepTrash(
  kept: string,
  trash: string,
  { isKnown, nowMs }: SweepAsked,
): Promise<Pick<Swept, 'restored' | 'deleted'>> {
  let [restored, deleted] = [0, 0]
  for (const day of await namesIn(trash)) {
    if (!dayShape.test(day)) continue
    const folder = join(trash, day)
    const tokens = (await namesIn(folder)).filter((name) => tokenShape.test(name))
    const known = await ask(isKnown, tokens)
    // A file of the last moment of that day has its full seven days, too.
    const isOver = nowMs - Date.parse(day) >= (trashedForDays + 1) * dayMs
    for (const token of tokens) {
      const path = join(folder, token)
      if (known.has(token)) restored += await moveTo(join(kept, token.slice(0, 2)), path, token)
      else if (isOver) deleted += await unlink(path).then(() => 1, ignoreGone)
    }
    // Stays where something of somebody else's is in it.
    if (isOver) await rmdir(folder).catch(() => undefined)
  }
  return { restored, deleted }
}

interface Found {
  readonly path: string
  readonly token: string
  readonly kind: 'file' | 'drawn' | 'draft'
  readonly mtimeMs: number
}

/** Counts the kept files and lists what is older than that time. */
async function look(kept: string, beforeMs: number): Promise<{ total: number; stale: readonly Found[] }> {
  let total = 0
  const stale: Found[] = []
  for (const folder of await readdir(kept)) {
    if (!folderShape.test(folder)) continue
    for (const name of await namesIn(join(kept, folder))) {
      const { token, drawn, draft } = keptShape.exec(name)?.groups ?? {}
      if (token === undefined) continue
      const path = join(kept, folder, name)
      const found = await fileAt(path)
      if (!found) continue
      const kind = draft !== undefined ? 'draft' : drawn !== undefined ? 'drawn' : 'file'
      if (kind === 'file') total += 1
      if (found.mtimeMs < beforeMs) stale.push({ path, token, kind, mtimeMs: found.mtimeMs })
    }
  }
  return { total, stale }
}

async function ask(isKnown: SweepAsked['isKnown'], tokens: readonly string[]): Promise<ReadonlySet<string>> {
  const known = new Set<string>()
  const each = [...new Set(tokens)]
  for (let from = 0; from < each.length; from += tokensAtOnce) {
    for (const token of await isKnown(each.slice(from, from + tokensAtOnce))) known.add(token)
  }
  return known
}

/** The file's state; undefined for a folder, and where it has gone meanwhile. */
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
