import type { Logger } from 'pino'

import { hourMs, minuteMs } from '#contract/values/durations.ts'
import { readSetting, writeSetting } from '#server/platform/db/settings.ts'
import type { Store } from '#server/platform/db/store.ts'
import { timestamp } from '#server/platform/lib/clock.ts'

import type { FileStore } from './store.ts'

/** Looking at every file on disk is work; what it finds is rare. The first look comes this long after the start, too. */
const sweepEveryMs = hourMs
/** The time of the last check is stored about once a minute; a service may be suspended for up to this long. */
const gapMs = 5 * minuteMs

/** Looks after the files on disk: clears what killed processes left, and never what a database might want back. */
export class FileHousekeeping {
  readonly #store: Store
  readonly #files: FileStore
  readonly #log: Logger
  readonly #startedMs: number
  #sweptMs: number
  #isGapChecked = false

  constructor(
    { store, files, log }: { store: Store; files: FileStore; log: Logger },
    startedMs = Date.now(),
  ) {
    this.#store = store
    this.#files = files
    this.#log = log
    this.#startedMs = startedMs
    this.#sweptMs = startedMs
  }

  /** Does what is due. Call it about once a minute. */
  async run(nowMs: number): Promise<void> {
    if (!this.#isGapChecked) await this.#protectFromRestore()
    this.#isGapChecked = true
    await writeSetting(this.#store.db, 'files_seen_at', timestamp(nowMs))
    if (nowMs - this.#sweptMs < sweepEveryMs) return
    this.#sweptMs = nowMs
    await this.#sweep(nowMs)
  }

  /**
   * Files that came while this database wasn't in use came with a later state of it: it was restored from a backup.
   * From then on no file from before this start counts as abandoned.
   */
  async #protectFromRestore() {
    const { db } = this.#store
    const seen = await readSetting(db, 'files_seen_at')
    if (seen === undefined) return
    const untilMs = Date.parse(seen) + gapMs
    if (untilMs > this.#startedMs) return
    const count = await this.#files.countStored(untilMs, this.#startedMs)
    if (count === 0) return
    await writeSetting(db, 'files_kept_before', timestamp(this.#startedMs))
    this.#log.warn(
      { files: count, since: seen },
      'the database is older than the files; no existing file will be swept',
    )
  }

  async #sweep(nowMs: number) {
    const { db } = this.#store
    if ((await this.#files.owner()) !== (await readSetting(db, 'installation'))) {
      this.#log.error('files not swept: they belong to another installation')
      return
    }
    await forgetPhotosOutside(db)
    const keptBefore = await readSetting(db, 'files_kept_before')
    const swept = await this.#files.sweep({
      isKnown: (tokens) => tokensWithRow(db, tokens),
      nowMs,
      keptBeforeMs: keptBefore === undefined ? 0 : Date.parse(keptBefore),
    })
    if (swept.refused > 0)
      this.#log.error(swept, 'files not swept: more than half of them have no row in the database')
    else if (Object.values(swept).some((count) => count > 0)) this.#log.info(swept, 'files swept')
  }
}

/** Deletes the photos of people who are in no account any more: nobody could see or remove them. */
async function forgetPhotosOutside(db: Store['db']): Promise<void> {
  await db
    .deleteFrom('staff_photos')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('memberships')
            .select('memberships.id')
            .whereRef('memberships.user_id', '=', 'staff_photos.user_id'),
        ),
      ),
    )
    .execute()
}

/** Where files have their rows. */
const tokenTables = [
  'files',
  'invoice_pdfs',
  'credit_note_pdfs',
  'document_pdfs',
  'document_files',
  'template_files',
  'company_logos',
  'staff_photos',
  'deleted_files',
] as const

/** Returns the tokens of all files that have a row. */
export async function everyToken(db: Store['db']): Promise<ReadonlySet<string>> {
  const tokens = new Set<string>()
  for (const table of tokenTables) {
    for (const { token } of await db.selectFrom(table).select('token').execute()) tokens.add(token)
  }
  return tokens
}

/** Whether any file has a row. */
export async function hasTokens(db: Store['db']): Promise<boolean> {
  for (const table of tokenTables) {
    if (await db.selectFrom(table).select('token').limit(1).executeTakeFirst()) return true
  }
  return false
}

/** Returns which of the tokens have a row. */
export async function tokensWithRow(
  db: Store['db'],
  tokens: readonly string[],
): Promise<ReadonlySet<string>> {
  if (tokens.length === 0) return new Set()
  const [first, ...others] = tokenTables.map((table) =>
    db.selectFrom(table).select('token').where('token', 'in', tokens),
  )
  const rows = await others.reduce((query, other) => query.union(other), first!).execute()
  return new Set(rows.map(({ token }) => token))
}
