import type { FastifyInstance } from 'fastify'

import { contactCsv, csvCells, csvTime, exportContacts } from '#contract/exports.ts'
import type { Context } from '#server/context.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import { auditExport } from '#server/platform/audit/record.ts'
import { isIn } from '#server/platform/db/prepared.ts'
import { sendCsv } from '#server/platform/http/csv.ts'
import { mount } from '#server/platform/http/mount.ts'
import { orderOf } from '#server/platform/lists/orders.ts'
import { inOrderOf, listedWindows, mapWindows } from '#server/platform/lists/row-windows.ts'
import { distinctWords } from '#server/platform/lists/searched-pages.ts'

import { type Narrowing, matchingContacts } from './filters.ts'
import { columns } from './pages.ts'

/** The list of contacts as a CSV file. */
export function contactsCsv(app: FastifyInstance, context: Context): void {
  mount(app, context, exportContacts, async ({ tenant, query, reply }) => {
    const { search = '', sort = '-id', ids, ...filter } = query
    await auditExport(tenant, 'export.contacts', query)
    const narrowing = { ...filter, words: distinctWords(search) }
    const windows = listedWindows(tenant, ids, { table: 'contacts', ...orderOf(columns, sort) })
    return sendCsv(
      reply,
      'contacts',
      contactCsv,
      mapWindows(windows, (window) => readRows(tenant, narrowing, window)),
    )
  })
}

/** Those of a window that match, as cells. */
async function readRows(tenant: Tenant, narrowing: Narrowing, window: readonly number[]) {
  // No text contains NUL, and neither database takes it in a search.
  if (narrowing.words.some((word) => word.includes('\0'))) return []
  const rows = await matchingContacts(tenant, narrowing, 'walk')
    .select(contactCsv)
    .where(isIn(tenant.dialect, 'contacts.id', JSON.stringify(window)))
    .execute()

  return inOrderOf(window, rows).map((row) =>
    csvCells(contactCsv, {
      ...row,
      created_at: csvTime(row.created_at),
      updated_at: csvTime(row.updated_at),
    }),
  )
}
