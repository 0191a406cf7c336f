import { setImmediate as letOthersRun } from 'node:timers/promises'

import { mostColumns, mostImportRows } from '#contract/imports.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import type { Upload } from '#server/platform/files/store.ts'
import { now } from '#server/platform/lib/clock.ts'
import { invalidField } from '#server/platform/lib/http-error.ts'
import type { ImportKind } from '#server/platform/lists/import-kind.ts'

import { detectFormat } from './format.ts'
import { guessColumns, recallMapping } from './mapping.ts'
import { type SourceRow, UnreadableCsv, readCsv } from './parse.ts'
import { noCounts, planColumns } from './rows.ts'

/** One transaction imports so many rows. Between two of them, everybody else may write. */
export const rowsPerBatch = 200
const batchesPerInsert = 10
/** As JSON: a batch is closed, and what has been read is stored, when it gets this long. */
const longestBatch = 256 * 1024
const samplesShown = 3
const longestSample = 80
const longestFileName = 200

/** Who imports, and the name of the file. */
export interface ImportSource {
  readonly fileName: string
  readonly actorId: number | null
}

/**
 * Reads an upload and stores its rows, in many small writes: until `open` is called with a transaction, nobody sees the
 * import. Throws 422 for a file that can't be imported; what it stored until then is deleted.
 */
export async function receiveFile(
  tenant: Tenant,
  kind: ImportKind,
  upload: Upload,
  source: ImportSource,
): Promise<{ readonly id: number; open(trx: Tenant): Promise<void> }> {
  const rows = readCsv(upload.tempPath, await detectFormat(upload.tempPath, upload.head))
  const id = await tenant.insertOne('imports', newImport(tenant, kind, source))
  try {
    const header = await readHeader(rows, upload)
    const samples: string[][] = header.map(() => [])
    const count = await storeRows(tenant, kind, id, rows, (cells) => addSamples(samples, cells))
    if (count === 0) throw new UnreadableCsv('This file has a header, but no rows')
    const fields = await kind.fields(tenant)
    const remembered = await recallMapping(tenant, kind.name, header, fields)
    const columns = remembered?.columns ?? guessColumns(header, fields)
    const set = {
      state: 'ready' as const,
      header: JSON.stringify(header),
      samples: JSON.stringify(samples),
      columns: JSON.stringify(columns),
      same_values: JSON.stringify(remembered?.sameValues ?? (await usualValues(tenant, kind, columns))),
      is_remembered: remembered ? 1 : 0,
      rows: count,
    }
    return {
      id,
      open: async (trx) => {
        await trx
          .update('imports')
          .set({ ...set, updated_at: now() })
          .where('id', '=', id)
          .execute()
      },
    }
  } catch (error) {
    await tenant.delete('imports').where('id', '=', id).execute()
    if (!(error instanceof UnreadableCsv)) throw error
    throw invalidField('file', error.message)
  }
}

async function usualValues(tenant: Tenant, kind: ImportKind, columns: readonly (string | null)[]) {
  const values = Object.entries((await kind.sameValues?.(tenant)) ?? {})
  return Object.fromEntries(values.filter(([field]) => !columns.includes(field)))
}

const newImport = (tenant: Tenant, { name }: ImportKind, { fileName, actorId }: ImportSource) => {
  const created_at = now()
  return {
    kind: name,
    state: 'receiving' as const,
    file_name: fileName.slice(0, longestFileName),
    header: '[]',
    samples: '[]',
    rows: 0,
    columns: '[]',
    is_remembered: 0,
    existing: 'skip' as const,
    checks: 0,
    worker: null,
    checked_through: 0,
    ...planColumns(noCounts),
    ...noCounts,
    caused_by: tenant.actor,
    actor_id: actorId,
    created_at,
    updated_at: created_at,
    finished_at: null,
  }
}

async function readHeader(rows: AsyncGenerator<SourceRow>, { head }: Upload): Promise<string[]> {
  // Every .xlsx is a zip archive.
  if (head.subarray(0, 2).toString('latin1') === 'PK')
    throw new UnreadableCsv('This is a spreadsheet, not a CSV file. In Excel, save it as “CSV UTF-8”.')
  const { value: first } = await rows.next()
  if (!first) throw new UnreadableCsv('This file is empty')
  const header = (first as SourceRow).cells.map((name) => name.trim())
  while (header.at(-1) === '') header.pop()
  if (header.length > mostColumns) throw new UnreadableCsv(`Files can have at most ${mostColumns} columns`)
  return header
}

/** Returns how many rows there were. */
async function storeRows(
  tenant: Tenant,
  { name }: ImportKind,
  import_id: number,
  rows: AsyncGenerator<SourceRow>,
  onCells: (cells: readonly string[]) => void,
): Promise<number> {
  const most = mostImportRows[name]
  let count = 0
  let batches: string[][] = []
  let batchLength = 0
  let length = 0
  const flush = async () => {
    await tenant.insert(
      'import_batches',
      batches.map((batch) => ({ import_id, rows: `[${batch.join(',')}]` })),
    )
    batches = []
    length = 0
    await letOthersRun()
  }
  for await (const row of rows) {
    count += 1
    if (count > most)
      throw new UnreadableCsv(
        `A file can have at most ${most.toLocaleString('en-US')} rows. Split it and import the parts one after the other.`,
      )
    onCells(row.cells)
    const text = JSON.stringify(row)
    const isClosed = batches.at(-1)?.length === rowsPerBatch || batchLength + text.length > longestBatch
    if (isClosed && (batches.length === batchesPerInsert || length >= longestBatch)) await flush()
    if (isClosed || batches.length === 0) {
      batches.push([])
      batchLength = 0
    }
    batches.at(-1)?.push(text)
    batchLength += text.length
    length += text.length
  }
  await flush()
  return count
}

function addSamples(samples: readonly string[][], cells: readonly string[]): void {
  samples.forEach((values, index) => {
    const value = cells[index]?.trim() ?? ''
    if (values.length < samplesShown && value !== '' && !values.includes(value))
      values.push(value.slice(0, longestSample))
  })
}
