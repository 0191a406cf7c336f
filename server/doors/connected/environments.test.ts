import { afterEach, expect, test } from 'vitest'

import type { ServiceConfig } from '#server/config.ts'
import { systemActor } from '#server/platform/access/origin.ts'
import { recordBases } from '#server/platform/db/migrations/0068-accounts-beside.ts'
import { StartupError } from '#server/platform/lib/startup-error.ts'
import { type TestService, startService } from '#server/tools/testing/service.ts'

import { accountForEnvironment, connectAccount, connectByVariables } from './environments.ts'

let service: TestService
afterEach(() => service.close())

type Wanted = ServiceConfig['connections'][number]

const production: Wanted = {
  environment: 'production',
  baseUrl: 'https://a.example',
  token: 't',
  key: 'k',
}
const development: Wanted = {
  environment: 'development',
  baseUrl: 'https://dev.a.example',
  token: 'dt',
  key: 'dk',
}

const apply = (...connections: readonly Wanted[]) =>
  connectByVariables(service.context.store, service.context.sealKey, { connections }, systemActor)

const accounts = () =>
  service.context.store.db
    .selectFrom('accounts')
    .leftJoin('connections', 'connections.account_id', 'accounts.id')
    .select(['accounts.name', 'connections.environment', 'connections.version'])
    .orderBy('accounts.id')
    .execute()

test('variables connect the first account, and development is an account beside it with its people', async () => {
  service = await startService()
  await apply(production, development)
  expect(await accounts()).toEqual([])
  const { id } = await service.account('Acme')
  await service.session(id, 'owner')
  await apply(production, development)
  await apply(production, development)
  expect(await accounts()).toEqual([
    { name: 'Acme', environment: 'production', version: 1 },
    { name: 'Acme (development)', environment: 'development', version: 1 },
  ])
  const { members } = await service.context.store.db
    .selectFrom('memberships')
    .select((eb) => eb.fn.countAll<number>().as('members'))
    .executeTakeFirstOrThrow()
  expect(Number(members)).toBe(2)
})

test('a changed variable replaces what was stored, and a removed one ends the connection', async () => {
  service = await startService()
  await service.account('Acme')
  await apply(production)
  await apply({ ...production, key: 'another' })
  expect(await accounts()).toEqual([{ name: 'Acme', environment: 'production', version: 2 }])
  await apply()
  expect(await accounts()).toEqual([{ name: 'Acme', environment: null, version: null }])
})

test('an account with records of its own isn’t connected: they would be hidden', async () => {
  service = await startService()
  const { id, tenant } = await service.account('Acme')
  await tenant.insert('contacts', [
    {
      name: 'A',
      last_name: 'B',
      email: 'a@b.example',
      phone: '',
      company_name: null,
      customer_id: null,
      created_at: '',
      updated_at: '',
      search_text: '',
    } as never,
  ])
  const refused = accountForEnvironment(service.context.store, id, 'production')
  await expect(refused).rejects.toThrow(/Acme has contacts of its own/)
  await expect(refused).rejects.toBeInstanceOf(StartupError)
})

test('credentials are sealed in the database and in no entry of the audit log', async () => {
  service = await startService()
  const { id } = await service.account('Acme')
  const { store, sealKey } = service.context
  const settings = { ...production, token: 'the-secret-token-1234', key: 'the-secret-key-5678' }
  await connectAccount(store, sealKey, id, { ...settings, source: 'command' }, systemActor)
  const everything = JSON.stringify([
    await store.db.selectFrom('connections').selectAll().execute(),
    await store.db.selectFrom('audit_log').selectAll().execute(),
  ])
  expect(everything).toContain('1234')
  expect(everything).toContain('https://a.example')
  expect(everything).not.toContain('the-secret')
})

test('an account that chose the name of the account beside isn’t connected', async () => {
  service = await startService()
  const base = await service.account('Elsewhere')
  await service.session(base.id, 'owner')
  const tenant = await service.account('Elsewhere (development)')
  await service.session(tenant.id, 'owner')
  await apply(production, development)
  const { store } = service.context
  const connected = await store.db.selectFrom('connections').select('account_id').orderBy('id').execute()
  expect(connected.map(({ account_id }) => account_id)).toEqual([base.id, expect.any(Number)])
  expect(connected.map(({ account_id }) => account_id)).not.toContain(tenant.id)
  const { members } = await store.db
    .selectFrom('memberships')
    .select((eb) => eb.fn.countAll<number>().as('members'))
    .where('account_id', '=', tenant.id)
    .executeTakeFirstOrThrow()
  expect(Number(members)).toBe(1)
})

test('the account beside is found again under another name, unless others have joined it while it wasn’t connected', async () => {
  service = await startService()
  const { id } = await service.account('Acme')
  const { store } = service.context
  await apply(production, development)
  await store.db
    .updateTable('accounts')
    .set({ name: 'Sandbox' })
    .where('name', '=', 'Acme (development)')
    .execute()
  await apply(production)
  await apply(production, development)
  expect(await accounts()).toEqual([
    { name: 'Acme', environment: 'production', version: 1 },
    { name: 'Sandbox', environment: 'development', version: 1 },
  ])
  const beside = await accountForEnvironment(store, id, 'development')
  await service.session(beside, 'owner')
  expect(await accountForEnvironment(store, id, 'development')).toBe(beside)
  await apply(production)
  await expect(accountForEnvironment(store, id, 'development')).rejects.toThrow(
    `Sandbox (id:${beside}) has members who aren’t members of Acme`,
  )
})

test('accounts beside from before are found again, and those that only have such a name aren’t', async () => {
  service = await startService()
  const { store, sealKey } = service.context
  const { id } = await service.account('Acme')
  await apply(production, development)
  const beside = await accountForEnvironment(store, id, 'development')
  await service.account('Other')
  const stranger = await service.account('Other (development)')
  await service.session(stranger.id, 'owner')
  await connectAccount(store, sealKey, stranger.id, { ...development, source: 'command' }, systemActor)
  await service.account('Acme (development)')
  await store.db.updateTable('accounts').set({ base_account_id: null, base_environment: null }).execute()
  await recordBases(store.db)
  const known = store.db.selectFrom('accounts').select(['id', 'base_account_id', 'base_environment'])
  expect(await known.where('base_account_id', 'is not', null).execute()).toEqual([
    { id: beside, base_account_id: id, base_environment: 'development' },
  ])
})
