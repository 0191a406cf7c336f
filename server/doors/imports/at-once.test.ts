import { expect, test } from 'vitest'

import { Tenant } from '#server/platform/access/tenant.ts'
import { serviceImport } from '#server/records/services/import.ts'
import { addServices } from '#server/records/services/insert.ts'
import { importsOf } from '#server/tools/testing/import.ts'
import { startWithAccount } from '#server/tools/testing/office.ts'
import { sampleService } from '#server/tools/testing/samples.ts'

import { importAtOnce } from './at-once.ts'

const { service } = await startWithAccount({ rateLimit: 100_000 })

/** An import of two services that is running, but that nobody works on. */
async function runningImport(name: string) {
  const account = await service.account(name, { rateLimit: 100_000 })
  const { db, dialect } = service.context.store
  const tenant = new Tenant(db, dialect, account.id, 'Test')
  const imports = importsOf(service, account, 'services')
  const file = 'name,category,price,currency\nLettering,Design,85,EUR\nSign,Design,85,EUR\n'
  const { id } = await imports.check(await imports.upload(file))
  await tenant.update('imports').set({ state: 'running' }).where('id', '=', id).execute()
  const services = () => tenant.select('services').select(['name', 'version']).orderBy('name').execute()
  return { id, tenant, imports, services }
}

/** Imports of services during whose planning others do something, at most `times` times. */
function disturbed(times: number, disturb: () => Promise<unknown>) {
  let planned = 0
  return {
    kind: {
      ...serviceImport,
      open: async (...of: Parameters<typeof serviceImport.open>) => {
        const rows = await serviceImport.open(...of)
        return {
          plan: async (...what: Parameters<typeof rows.plan>) => {
            const plans = await rows.plan(...what)
            planned += 1
            if (planned <= times) await disturb()
            return plans
          },
          write: rows.write.bind(rows),
        }
      },
    },
    publicUrl: '',
    planned: () => planned,
  }
}

test('a service that others add while the rows are planned isn’t added twice', async () => {
  const { id, tenant, imports, services } = await runningImport('Added meanwhile')
  const options = disturbed(1, () =>
    tenant.transaction((trx) => addServices(trx, [{ ...sampleService, name: 'Sign' }])),
  )
  await importAtOnce(tenant, id, options)
  expect(options.planned()).toBe(2)
  expect(await services()).toEqual([
    { name: 'Lettering', version: 1 },
    { name: 'Sign', version: 1 },
  ])
  expect(await imports.show(id)).toMatchObject({
    state: 'completed',
    result: { created: 1, skipped: 1, updated: 0, failed: 0 },
  })
})

test('an import ends even if the catalog changes each time its rows are planned', async () => {
  const { id, tenant, imports } = await runningImport('Never at rest')
  let added = 0
  const options = disturbed(3, () => {
    added += 1
    return tenant.transaction((trx) => addServices(trx, [{ ...sampleService, name: `Other ${added}` }]))
  })
  await importAtOnce(tenant, id, options)
  expect(options.planned()).toBe(4)
  expect(await imports.show(id)).toMatchObject({ state: 'completed', result: { created: 2 } })
})

test('an import that is canceled while its rows are planned imports nothing', async () => {
  const { id, tenant, imports, services } = await runningImport('Canceled meanwhile')
  await importAtOnce(
    tenant,
    id,
    disturbed(1, async () => imports.send('POST', `/${id}/cancel`)),
  )
  expect(await services()).toEqual([])
  expect((await imports.show(id)).state).toBe('canceled')
})
