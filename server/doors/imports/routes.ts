import type { FastifyInstance } from 'fastify'

import {
  type customerImports as contractOfCustomers,
  type serviceImports as contractOfServices,
  largestImportBytes,
} from '#contract/imports.ts'
import { defaultPageSize } from '#contract/wire/surface.ts'
import type { Context } from '#server/context.ts'
import { actorId } from '#server/platform/audit/activity.ts'
import { auditExport } from '#server/platform/audit/record.ts'
import { sendCsv } from '#server/platform/http/csv.ts'
import { mount } from '#server/platform/http/mount.ts'
import { oneFile } from '#server/platform/http/multipart/read.ts'
import { submitForm, withForms } from '#server/platform/http/multipart/submit.ts'
import { invalidInput } from '#server/platform/lib/http-error.ts'
import type { ImportKind } from '#server/platform/lists/import-kind.ts'

import { fixRows } from './fixes.ts'
import { receiveFile } from './receive.ts'
import { failedHeader, readFailed, readResults } from './results.ts'
import { readImport, showImport, summaryOf } from './rows.ts'
import { cancelImport, listImports, requestCheck, startImport, stopImport } from './steps.ts'

type Contract = typeof contractOfCustomers | typeof contractOfServices

/** Imports of one kind: upload, check, start and the outcome of each row. Surface X. */
export function imports(app: FastifyInstance, context: Context, contract: Contract, kind: ImportKind): void {
  const { live } = context
  const { name } = kind
  const publish = (account: number, id: number) => live.publish(account, { topic: 'imports', id })

  uploads(app, context, contract, kind)

  mount(app, context, contract.list, async ({ tenant }) => ({
    data: (await listImports(tenant, name)).map(summaryOf),
  }))

  mount(app, context, contract.show, async ({ tenant, params: { id } }) => ({
    data: await showImport(tenant, kind, await readImport(tenant, name, id)),
  }))

  mount(app, context, contract.check, async ({ tenant, caller, params: { id }, body }) => {
    const planning = { actor: caller, publicUrl: context.publicUrl() }
    const row = await tenant.transaction((trx) => requestCheck(trx, kind, id, body, planning))
    context.imports.run(row)
    publish(tenant.account, id)
    return { data: await showImport(tenant, kind, row) }
  })

  mount(app, context, contract.fix, async ({ tenant, params: { id }, body }) => {
    const row = await tenant.transaction((trx) => fixRows(trx, kind, id, body))
    context.imports.run(row)
    publish(tenant.account, id)
    return { data: await showImport(tenant, kind, row) }
  })

  mount(app, context, contract.start, async ({ tenant, params: { id }, body }) => {
    const row = await tenant.transaction((trx) => startImport(trx, kind, id, body.checks))
    context.imports.run(row)
    publish(tenant.account, id)
    return { data: await showImport(tenant, kind, row) }
  })

  mount(app, context, contract.stop, async ({ tenant, params: { id } }) => {
    const row = await tenant.transaction((trx) => stopImport(trx, name, id))
    publish(tenant.account, id)
    return { data: await showImport(tenant, kind, row) }
  })

  mount(app, context, contract.cancel, async ({ tenant, params: { id } }) => {
    const row = await tenant.transaction((trx) => cancelImport(trx, name, id))
    publish(tenant.account, id)
    return { data: await showImport(tenant, kind, row) }
  })

  mount(app, context, contract.rows, async ({ tenant, params, query }) => {
    const { id, state, plan_failed, ...counts } = await readImport(tenant, name, params.id)
    const { outcome, page = 1, limit = defaultPageSize } = query
    // Before the start, only the rows that failed the check have a result.
    const isStarted = !['ready', 'checking', 'checked'].includes(state)
    const known = isStarted ? counts : { created: 0, updated: 0, skipped: 0, failed: plan_failed }
    const total =
      outcome === undefined ? known.created + known.updated + known.skipped + known.failed : known[outcome]
    return { data: await readResults(tenant, id, { outcome, page, limit }), meta: { total, page, limit } }
  })

  mount(app, context, contract.failed, async ({ tenant, params: { id }, reply }) => {
    const row = await readImport(tenant, name, id)
    await auditExport(tenant, 'export.failed_rows')
    return sendCsv(reply, `${name}-not-imported`, failedHeader(row), readFailed(tenant, row))
  })
}

function uploads(
  app: FastifyInstance,
  context: Context,
  { upload: endpoint }: Contract,
  kind: ImportKind,
): void {
  withForms(app, (scope) =>
    mount(scope, context, endpoint, ({ tenant, caller, request, reply }) =>
      submitForm(
        context,
        { tenant, request, reply },
        {
          operation: `POST ${endpoint.path}`,
          expected: oneFile,
          async handle({ form: { files, problems }, remember }) {
            const [file] = files
            if (file && file.upload.bytes > largestImportBytes)
              problems.set('file', ['Choose a file of at most 20 MB'])
            if (!file && problems.size === 0) problems.set('file', ['Choose a CSV file'])
            if (problems.size > 0 || !file) throw invalidInput('VALIDATION_FAILED', problems)
            const received = await context.imports.turns.run(tenant.account, () =>
              receiveFile(tenant, kind, file.upload, {
                fileName: file.displayName,
                actorId: actorId(caller),
              }),
            )
            return tenant.transaction(async (trx) => {
              await received.open(trx)
              const data = await showImport(trx, kind, await readImport(trx, kind.name, received.id))
              await remember(trx, { status: endpoint.status, body: JSON.stringify({ data }) })
              return { data }
            })
          },
        },
      ),
    ),
  )
}
