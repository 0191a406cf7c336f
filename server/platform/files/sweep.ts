import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

import { dayMs, hourMs } from '#contract/values/durations.ts'
import { forEach } from '#server/platform/lib/each.ts'

import type { FileStorage, StoredObject } from './storage.ts'

/** Arguments of a sweep. Times are milliseconds since the epoch. */
export interface SweepOptions {
  /** Returns which of the tokens have a row. */
  readonly isKnown: (tokens: readonly string[]) => Promise<ReadonlySet<string>>
  readonly nowMs: number
  /** Files from before this time stay, row or not. */
  readonly keptBeforeMs: number
}

/** The result of a sweep, as numbers of files. */
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
const staleAfterMs = hourMs
const trashedForDays = 7
/** Up to this many orphans are swept whatever their share. */
const handful = 10
const tokensAtOnce = 500

// Whatever else is in these folders isn't ours: lost+found, .DS_Store, or all of /tmp where DATA_DIR is /.
const uploadShape = /^[0-9a-f]{32}$/
const storedShape =
  /^files\/[\w-]{2}\/(?<token>[\w-]{43})(?<drawn>\.\d{1,4}\.webp)?(?<draft>\.[\w.-]{1,80}\.part)?$/
const trashedShape = /^trash\/(?<day>\d{4}-\d{2}-\d{2})\/(?<token>[\w-]{43})$/

/** A file as the log names it: enough to find it, and not enough to read it. */
const fileOf = ({ token }: { readonly token: string }) => ({ file: token.slice(0, 8) })

/** Where the file of a token is stored. */
export const keyOf = (token: string): string => `files/${token.slice(0, 2)}/${token}`

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
  storage: FileStorage,
  { isKnown, nowMs, keptBeforeMs }: SweepOptions,
): Promise<Pick<SweepResult, 'trashed' | 'refused'>> {
  const { total, stale } = await scan(storage, nowMs - staleAfterMs)
  const known = await knownAmong(
    isKnown,
    stale.map(({ token }) => token),
  )
  const unknown = stale.filter(({ token }) => !known.has(token))
  const orphans = unknown.filter((file) => file.kind === 'file' && file.modifiedMs >= keptBeforeMs)
  if (orphans.length > handful && orphans.length > total / 2) return { trashed: 0, refused: orphans.length }

  const today = new Date(nowMs).toISOString().slice(0, 10)
  let trashed = 0
  const moves = forEach(orphans, fileOf, async ({ key, token }) => {
    trashed += Number(await storage.move(key, `trash/${today}/${token}`))
  })
  const gone = new Set(orphans.map(({ token }) => token))
  const staying = new Set(
    unknown.filter(({ kind, token }) => kind === 'file' && !gone.has(token)).map(({ token }) => token),
  )
  const removals = stale.filter(
    ({ kind, token }) => kind === 'draft' || (kind === 'drawn' && !known.has(token) && !staying.has(token)),
  )
  await moves.finally(() => forEach(removals, fileOf, ({ key }) => storage.remove(key)))
  return { trashed, refused: 0 }
}

/** Restores files that have a row again, as after a restored database, and deletes those that were in it for a week. */
export async function sweepTrash(
  storage: FileStorage,
  { isKnown, nowMs }: SweepOptions,
): Promise<Pick<SweepResult, 'restored' | 'deleted'>> {
  let [restored, deleted] = [0, 0]
  for await (const objects of storage.list('trash')) {
    const trashed = objects.flatMap(({ key }) => {
      const { day, token } = trashedShape.exec(key)?.groups ?? {}
      return day === undefined || token === undefined ? [] : [{ key, day, token }]
    })
    const known = await knownAmong(
      isKnown,
      trashed.map(({ token }) => token),
    )
    await forEach(trashed, fileOf, async ({ key, day, token }) => {
      // A file of the last moment of that day has its full seven days, too.
      const isOver = nowMs - Date.parse(day) >= (trashedForDays + 1) * dayMs
      if (known.has(token)) restored += Number(await storage.move(key, keyOf(token)))
      else if (isOver) deleted += Number(await storage.remove(key))
    })
  }
  return { restored, deleted }
}

interface StoredFile extends StoredObject {
  readonly token: string
  readonly kind: 'file' | 'drawn' | 'draft'
}

/** Counts the stored files and lists those older than that time. */
async function scan(
  storage: FileStorage,
  beforeMs: number,
): Promise<{ total: number; stale: readonly StoredFile[] }> {
  let total = 0
  const stale: StoredFile[] = []
  for await (const objects of storage.list('files')) {
    for (const { key, modifiedMs } of objects) {
      const { token, drawn, draft } = storedShape.exec(key)?.groups ?? {}
      if (token === undefined) continue
      const kind = draft !== undefined ? 'draft' : drawn !== undefined ? 'drawn' : 'file'
      if (kind === 'file') total += 1
      if (modifiedMs < beforeMs) stale.push({ key, token, kind, modifiedMs })
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
