import type { FastifyInstance } from 'fastify'

import { contactCsv, csvCells, csvTime, exportContacts } from '#contract/exports.ts'
import type { Tenant } from '#server/access/tenant.ts'
import type { Context } from '#server/context.ts'
import { isIn } from '#server/db/prepared.ts'
import { sendCsv } from '#server/http/csv.ts'
import { mount } from '#server/http/mount.ts'
import { inOrderOf, mapWindows, namedWindow, rowWindows } from '#server/lists/row-windows.ts'

/** The list of contacts as a CSV file. CHOICE 0082. */
export function contactsCsv(app: FastifyInstance, context: Context): void {
  mount(app, context, exportContacts, async ({ tenant, query: { ids }, reply }) => {
    const newest = { table: 'contacts', column: 'id', direction: 'desc' } as const
    const windows = ids === undefined ? rowWindows(tenant, newest) : namedWindow(ids)
    return sendCsv(
      reply,
      'contacts',
      contactCsv,
      mapWindows(windows, (window) => readRows(tenant, window)),
    )
  })
}

async function readRows(tenant: Tenant, window: readonly number[]) {
  const rows = await tenant
    .select('contacts')
    .select(contactCsv)
    .where(isIn(tenant.dialect, 'id', JSON.stringify(window)))
    .execute()
  return inOrderOf(window, rows).map((row) =>
    csvCells(contactCsv, {
      ...row,
      created_at: csvTime(row.created_at),
      updated_at: csvTime(row.updated_at),
    }),
  )
}
