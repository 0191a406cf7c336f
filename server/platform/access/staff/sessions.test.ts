import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'

import { dayMs } from '#contract/values/durations.ts'
import { type TestService, startService } from '#server/tools/testing/service.ts'

const password = 'correct horse battery'
let service: TestService

beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())

let people = 0
/** Signs a new owner in. */
async function owner() {
  people += 1
  const { staff } = service.context
  const person = { name: 'O', email: `owner${people}@ours.example`, password }
  const user = await staff.addPerson(person)
  await staff.addMember((await service.account('Ours')).id, user, 'owner')
  const answer = await signIn(person.email)
  const cookie = answer.cookies.find(({ name }) => name === 'bureau.session_token')
  return {
    user,
    email: person.email,
    cookie: `bureau.session_token=${encodeURIComponent(String(cookie?.value))}`,
  }
}

const signIn = (email: string) =>
  service.app.inject({ method: 'POST', url: '/api/x/sign-in', payload: { email, password, remember: true } })
const ask = (cookie: string) => service.app.inject({ url: '/api/x/session', headers: { cookie } })

/** Moves the beginning and the end of a person's sessions. */
async function age(user: number, times: { created?: number; expires?: number }) {
  const at = (ms: number) => new Date(Date.now() + ms).toISOString()
  await service.context.store.db
    .updateTable('staff_sessions')
    .set({
      ...(times.created === undefined ? {} : { created_at: at(times.created) }),
      ...(times.expires === undefined ? {} : { expires_at: at(times.expires) }),
    })
    .where('user_id', '=', user)
    .execute()
}

const sessionsOf = async (user: number) =>
  (
    await service.context.store.db
      .selectFrom('staff_sessions')
      .select('id')
      .where('user_id', '=', user)
      .execute()
  ).length

test('a person has at most twenty sessions: when another begins, the oldest ends', async () => {
  const { user, email, cookie } = await owner()
  for (let count = 1; count < 20; count += 1) await signIn(email)
  expect((await ask(cookie)).statusCode).toBe(200)
  await signIn(email)
  expect(await sessionsOf(user)).toBe(20)
  // A caller who was known a moment ago is looked up again within a second.
  await vi.waitFor(async () => expect((await ask(cookie)).statusCode).toBe(401), { timeout: 10_000 })
})

describe('a session in use', () => {
  test('is extended once a day, in the browser too', async () => {
    const { user, cookie } = await owner()
    expect((await ask(cookie)).headers).not.toHaveProperty('set-cookie')
    await age(user, { created: -3 * dayMs, expires: 11 * dayMs })
    const answer = await ask(cookie)
    expect(answer.statusCode).toBe(200)
    const renewed = answer.cookies.find(({ name }) => name === 'bureau.session_token')
    expect(Number(renewed?.maxAge)).toBeGreaterThan(13 * (dayMs / 1000))
    expect(renewed).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' })
    expect((await ask(cookie)).headers).not.toHaveProperty('set-cookie')
  })

  test('expires thirty days after it started, however often it is used', async () => {
    const { user, cookie } = await owner()
    await age(user, { created: -29 * dayMs, expires: 10 * dayMs })
    expect((await ask(cookie)).statusCode).toBe(200)
    await age(user, { created: -30 * dayMs - 1_000 })
    expect((await ask(cookie)).statusCode).toBe(401)
    expect(await sessionsOf(user)).toBe(0)
  })

  test('is deleted thirty days after it started', async () => {
    const { user } = await owner()
    await age(user, { created: -30 * dayMs - 1_000, expires: 10 * dayMs })
    await service.context.lifecycle.sweep()
    expect(await sessionsOf(user)).toBe(0)
  })

  test('deleted while it is being extended requires the password', async () => {
    const { user, cookie } = await owner()
    const { db, dialect } = service.context.store
    await age(user, { expires: 11 * dayMs })
    const vanish = dialect.kind === 'sqlite' ? onSqlite : onPostgres
    for (const statement of vanish) await sql.raw(statement).execute(db)
    const answer = await ask(cookie)
    await sql
      .raw(dialect.kind === 'sqlite' ? 'drop trigger vanish' : 'drop trigger vanish on staff_sessions')
      .execute(db)
    expect([answer.statusCode, answer.json().error.code]).toEqual([401, 'UNAUTHENTICATED'])
  })

  // What another request does between the reading and the writing.
  const onSqlite = [
    'create trigger vanish before update on staff_sessions begin delete from staff_sessions where id = old.id; end',
  ]
  const onPostgres = [
    `create function vanish() returns trigger language plpgsql as 'begin return null; end'`,
    'create trigger vanish before update on staff_sessions for each row execute function vanish()',
  ]
})

describe('a person without an account', () => {
  const lost = 'lost@ours.example'
  beforeAll(() => service.context.staff.addPerson({ name: 'Lost', email: lost, password }))

  test('learns that only with the right password, without a failure counted or a session created', async () => {
    const { db } = service.context.store
    for (let round = 0; round < 7; round += 1) {
      const answer = await signIn(lost)
      expect(answer.statusCode).toBe(403)
      expect(answer.json().error.message).toContain('don’t have access to any account')
      expect(answer.headers).not.toHaveProperty('set-cookie')
    }
    const rows = await db
      .selectFrom('staff_sessions')
      .innerJoin('staff', 'staff.id', 'staff_sessions.user_id')
      .select('staff_sessions.id')
      .where('staff.email', '=', lost)
      .execute()
    expect(rows).toEqual([])
    expect(await db.selectFrom('sign_in_failures').select('id').execute()).toEqual([])
  }, 300_000)
})

test('a server error during sign-in is neither reported as a wrong password nor counted', async () => {
  const { email } = await owner()
  const { db } = service.context.store
  await db.schema.alterTable('staff_sessions').renameTo('sessions_away').execute()
  const answer = await signIn(email)
  await db.schema.alterTable('sessions_away').renameTo('staff_sessions').execute()
  expect(answer.statusCode).toBe(500)
  expect(await db.selectFrom('sign_in_failures').select('id').execute()).toEqual([])
  expect((await signIn(email)).statusCode).toBe(200)
})
