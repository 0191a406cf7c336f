import type { FastifyInstance } from 'fastify'

import { auditCsv, exportAuditLog, listAuditLog, setAuditRetention } from '#contract/account/audit.ts'
import { csvCells, csvTime } from '#contract/exports.ts'
import type { Context } from '#server/context.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import { sendCsv } from '#server/platform/http/csv.ts'
import { mount } from '#server/platform/http/mount.ts'

import {
  type Narrowing,
  countEntries,
  cursorOf,
  readEntries,
  readKeepDays,
  toEntry,
  toNarrowing,
} from './entries.ts'
import { auditExport } from './record.ts'
import { setKeepDays } from './retention.ts'

const usualLimit = 50
const exportedAtOnce = 500

/** Who did what in the account. Surface X, for people only. */
export function auditLog(app: FastifyInstance, context: Context): void {
  mount(app, context, listAuditLog, async ({ tenant, query }) => {
    const { limit = usualLimit, before, ...given } = query
    const filter = await toNarrowing(tenant, given)
    const [rows, total, keep_days] = await Promise.all([
      // One more than the page says whether another one follows.
      readEntries(tenant, filter, { limit: limit + 1, before }),
      before === undefined ? countEntries(tenant, filter) : null,
      readKeepDays(tenant),
    ])
    const page = rows.slice(0, limit)
    const last = page.at(-1)
    const next = rows.length > limit && last ? cursorOf(last) : null
    return { data: page.map(toEntry), meta: { total, next, keep_days } }
  })

  mount(app, context, exportAuditLog, async ({ tenant, query, reply }) => {
    const filter = await toNarrowing(tenant, query)
    await auditExport(tenant, 'export.audit_log', query)
    return sendCsv(reply, 'audit-log', auditCsv, everyPage(tenant, filter))
  })

  mount(app, context, setAuditRetention, async ({ tenant, body: { keep_days } }) => {
    await tenant.transaction((trx) => setKeepDays(trx, keep_days))
    return { data: { keep_days } }
  })
}

async function* everyPage(tenant: Tenant, filter: Narrowing) {
  let before: string | undefined
  for (;;) {
    const rows = await readEntries(tenant, filter, { limit: exportedAtOnce, before })
    yield rows.map((row) => csvCells(auditCsv, { ...row, group: row.action_group, at: csvTime(row.at) }))
    const last = rows.at(-1)
    if (!last || rows.length < exportedAtOnce) return
    before = cursorOf(last)
  }
}
