import { afterEach, describe, expect, test } from 'vitest'

import { buildApp } from '#server/app.ts'
import { createContext } from '#server/context.ts'
import { seedDemo } from '#server/tools/demo/seed.ts'
import { cheapHash } from '#server/tools/testing/cheap-hash.ts'
import { type TestService, startService } from '#server/tools/testing/service.ts'

import { demoStaff } from './demo-staff.ts'
import { welcome } from './welcome.ts'

const password = 'correct horse battery'
const open: TestService[] = []

afterEach(async () => {
  for (const service of open.splice(0)) await service.close()
})

async function start(env: Record<string, string> = {}): Promise<TestService> {
  const service = await startService(env)
  open.push(service)
  return service
}

/** The same data folder as another start would open it. */
async function restarted(service: TestService, config: Partial<TestService['context']['config']>) {
  const context = await createContext({ ...service.context.config, ...config }, { passwords: cheapHash })
  const app = await buildApp(context)
  return {
    ...service,
    context,
    app,
    end: async () => {
      await app.close()
      await context.store.close()
    },
  }
}

const setUp = ({ app }: Pick<TestService, 'app'>, token: string, more: Record<string, string> = {}) =>
  app.inject({
    method: 'POST',
    url: '/api/x/set-up',
    headers: { 'sec-fetch-site': 'same-origin' },
    payload: { token, account_name: 'Ours', name: 'First', email: 'first@ours.example', password, ...more },
  })

const linkIn = (lines: readonly string[]) => /set-up#token=(\S+)/.exec(lines.join('\n'))?.[1]

describe('a data folder that started with the demo', () => {
  test.each([
    ['DEMO=0', { demo: false }],
    ['HOST=0.0.0.0', { host: '0.0.0.0' }],
    ['PUBLIC_URL', { publicUrl: 'https://bureau.example.com' }],
  ])('goes live with %s: it prints the setup link and disables the demo', async (_name, config) => {
    const demo = await start({ DEMO: '1' })
    await seedDemo(demo.context)
    expect(linkIn(await welcome(demo.context))).toBeUndefined()

    const live = await restarted(demo, config)
    const token = linkIn(await welcome(live.context))
    expect(token).toBeDefined()
    expect((await setUp(live, String(token))).statusCode).toBe(201)
    expect(linkIn(await welcome(live.context))).toBeUndefined()

    const asDemo = await live.app.inject({
      method: 'POST',
      url: '/api/x/sign-in',
      payload: { email: demoStaff.email, password: demoStaff.password, remember: false },
    })
    expect(asDemo.statusCode).toBe(401)
    await live.end()
  })

  test('doesn’t give its users or its account to the first owner', async () => {
    const demo = await start({ DEMO: '1' })
    await seedDemo(demo.context)
    const live = await restarted(demo, { demo: false })
    const token = await live.context.staff.newSetUpToken()
    const asDemo = await setUp(live, token, { email: 'Demo@Bureau.example' })
    expect([asDemo.statusCode, Object.keys(asDemo.json().error.details)]).toEqual([422, ['email']])
    const taken = await setUp(live, token, { account_name: 'Harbor & Finch Studio' })
    expect([taken.statusCode, Object.keys(taken.json().error.details)]).toEqual([422, ['account_name']])
    expect((await setUp(live, token)).statusCode).toBe(201)
    await live.end()
  })
})

test('an account created for an integrator becomes the first owner’s, with its credentials', async () => {
  const service = await start()
  const { id, key } = await service.account('Acme')
  const answer = await setUp(service, await service.context.staff.newSetUpToken(), {
    account_name: ' Acme ',
  })
  expect(answer.json().data.account).toEqual({
    id,
    name: 'Acme',
    role: 'owner',
    environment: null,
    host: null,
  })
  const headers = { authorization: `Bearer ${key}` }
  expect((await service.app.inject({ url: '/api/customers', headers })).statusCode).toBe(200)
  expect((await service.account('Acme')).id).toBe(id)
})

describe('the setup link', () => {
  test('works after any number of wrong links from the same address', async () => {
    const service = await start()
    const token = await service.context.staff.newSetUpToken()
    const time = new Date().toISOString().replace('Z', '000Z')
    await service.context.store.db
      .insertInto('sign_in_failures')
      .values(Array.from({ length: 50 }, () => ({ subject: 'address:127.0.0.1', at: time })))
      .execute()
    expect((await setUp(service, 'wrong')).statusCode).toBe(429)
    expect((await setUp(service, token)).statusCode).toBe(201)
  })

  test.each([
    ['account_name', 'Ac\0me'],
    ['account_name', 'Acme\u202e'],
    ['account_name', 'Ac\nme'],
    ['name', 'Ro\0bin'],
    ['name', 'Ro\u2066bin'],
    ['name', '\ufeffRobin\u200f!'],
  ])('survives hidden characters in %s: %j', async (field, value) => {
    const service = await start()
    const token = await service.context.staff.newSetUpToken()
    const refused = await setUp(service, token, { [field]: value })
    expect(refused.json().error.details).toEqual({ [field]: 'Remove hidden characters, such as line breaks' })
    expect(refused.statusCode).toBe(422)
    const good = { account_name: 'नमस्ते 👩‍🔧 & Søn', name: 'می‌خواهم O’Neil' }
    expect((await setUp(service, token, good)).statusCode).toBe(201)
  })

  test('survives a setup that fails', async () => {
    const service = await start()
    const { db } = service.context.store
    const token = await service.context.staff.newSetUpToken()
    await db.schema.alterTable('staff').renameTo('staff_away').execute()
    // Only inserting a person fails: the service reads `staff` before.
    await db.schema
      .createView('staff')
      .as(
        db
          .selectFrom('staff_away' as 'staff')
          .selectAll()
          .limit(0),
      )
      .execute()
    expect((await setUp(service, token)).statusCode).toBe(500)
    await db.schema.dropView('staff').execute()
    await db.schema.alterTable('staff_away').renameTo('staff').execute()
    expect((await setUp(service, token)).statusCode).toBe(201)
  })
})

test.each([
  ['the time zone of the first owner’s browser', 'Europe/Lisbon', 'Europe/Lisbon'],
  ['UTC where that is unknown', 'Mars/Olympus', 'UTC'],
])('a new account has %s', async (_what, time_zone, expected) => {
  const live = await start({ DEMO: '0' })
  const token = await live.context.staff.newSetUpToken()
  const answer = await setUp(live, token, { time_zone })
  expect(answer.json().data).toMatchObject({ time_zone: expected })
})

test.each([
  ['CH', { country: 'Switzerland', currency: 'CHF', tax_rate: 8.1, address: '' }],
  ['', { country: '', currency: 'EUR', tax_rate: 0, address: '' }],
])('invoices of a new account in %j start with what is usual there', async (country, expected) => {
  const live = await start({ DEMO: '0' })
  const token = await live.context.staff.newSetUpToken()
  const answer = await setUp(live, token, { country })
  const cookie = answer.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  expect((await live.app.inject({ url: '/api/x/company', headers: { cookie } })).json().data).toMatchObject(
    expected,
  )
})

test('a new account in no country of this world is refused at its field', async () => {
  const live = await start({ DEMO: '0' })
  const token = await live.context.staff.newSetUpToken()
  const answer = await setUp(live, token, { country: 'XX' })
  expect([answer.statusCode, answer.json().error.details]).toEqual([
    422,
    { country: 'Choose a country from the list' },
  ])
})
