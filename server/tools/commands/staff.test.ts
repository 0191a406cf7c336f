import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'

import type { Role } from '#contract/access/session.ts'
import { readConfig } from '#server/config.ts'
import { type Context, createContext } from '#server/context.ts'
import { ensureAccount } from '#server/platform/access/staff/accounts.ts'
import { changeRole, removeMember } from '#server/platform/access/staff/members.ts'
import { makeMigratedDataDir } from '#server/tools/testing/blank-database.ts'
import { environmentOf, removeDataDir } from '#server/tools/testing/data-dir.ts'
import { type ServiceProcess, runOn, startProcess } from '#server/tools/testing/process.ts'
import { expectRefusal } from '#server/tools/testing/refusal.ts'

import { staff } from './staff.ts'

const password = 'correct horse battery'
let dataDir: string
let service: ServiceProcess
let context: Context

beforeAll(async () => {
  dataDir = await makeMigratedDataDir()
  service = await startProcess(dataDir)
  context = await createContext(readConfig({ ...environmentOf(dataDir), LOG_LEVEL: 'silent' }))
}, 300_000)
afterAll(async () => {
  await context.store.close()
  await service.end()
  await removeDataDir(dataDir)
})

const run = (...args: string[]) => runOn(dataDir, 'staff', args)
const list = async () =>
  (await run('--list')).stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))

async function addMember(account: string, email: string, role: Role) {
  const { id } = await ensureAccount(context.store, account)
  const user = await context.staff.addPerson({ name: 'Robin', email, password })
  await context.staff.addMember(id, user, role)
  return id
}

async function signIn(email: string, given = password) {
  const answer = await fetch(`${service.url}/api/x/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: given, remember: true }),
  })
  const cookie = answer.headers
    .getSetCookie()
    .map((header) => header.split(';', 1)[0])
    .join('; ')
  return { status: answer.status, cookie }
}

/** What a session hears, and the role it has. */
async function roleOf(cookie: string) {
  const answer = await fetch(`${service.url}/api/x/session`, { headers: { cookie } })
  const { data } = (await answer.json()) as { data?: { account: { role: string } } }
  return data?.account.role ?? answer.status
}

test('people are listed one per line, with their accounts and roles', async () => {
  const id = await addMember('Listed', 'one@listed.example', 'owner')
  await context.staff.addPerson({ name: 'Nowhere', email: 'two@listed.example', password })
  const listed = (await list()).filter(({ email }) => email.endsWith('@listed.example'))
  expect(listed).toEqual([
    { email: 'one@listed.example', name: 'Robin', account: { id, name: 'Listed' }, role: 'owner' },
    { email: 'two@listed.example', name: 'Nowhere', account: null, role: null },
  ])
})

test('a reset password replaces the old one and ends every session', async () => {
  await addMember('Reset', 'owner@reset.example', 'owner')
  const { cookie } = await signIn('owner@reset.example')
  // Someone has been guessing; the person whose password is reset must get in.
  for (let guess = 0; guess < 5; guess += 1) await signIn('owner@reset.example', 'wrong')
  const { stdout } = await run('--reset-password', 'Owner@Reset.example')
  const made = JSON.parse(stdout) as { email: string; password: string }
  expect(made).toEqual({ email: 'owner@reset.example', password: expect.stringMatching(/^[\w-]{20}$/) })
  expect(await roleOf(cookie)).toBe(401)
  expect((await signIn('owner@reset.example')).status).toBe(401)
  expect((await signIn('owner@reset.example', made.password)).status).toBe(200)
}, 300_000)

test('someone who lost their phone signs in with the password alone after a reset, and nobody stays signed in', async () => {
  const id = await addMember('Phones', 'owner@phones.example', 'owner')
  const email = 'robin@phones.example'
  await addMember('Phones', email, 'staff')
  const { cookie } = await signIn(email)
  const post = async (path: string, body: object) =>
    (await (
      await fetch(`${service.url}/api/x/two-factor/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: service.url, cookie },
        body: JSON.stringify(body),
      })
    ).json()) as { data: { key: string; recovery_codes: string[] } }
  const { key } = (await post('begin', { current_password: password })).data
  const code = new TOTP({ secret: Secret.fromBase32(key) }).generate()
  expect((await post('confirm', { code })).data.recovery_codes).toHaveLength(10)
  const half = await signIn(email)
  expect([half.status, await roleOf(half.cookie)]).toEqual([200, 401])

  const { stdout, stderr, code: exit } = await run('--reset-two-factor', 'Robin@Phones.example')
  expect([exit, stderr, JSON.parse(stdout)]).toEqual([0, '', { email, two_factor: false }])
  expect(await roleOf(cookie)).toBe(401)
  // A sign-in that waits for its code is no way in, whatever code it's given.
  expect(await roleOf(half.cookie)).toBe(401)
  expect(await roleOf((await signIn(email)).cookie)).toBe('staff')
  const entries = await context.store.db
    .selectFrom('audit_log')
    .select(['actor_kind', 'target_name'])
    .where('account_id', '=', id)
    .where('action', '=', 'two_factor.reset')
    .execute()
  expect(entries).toEqual([{ actor_kind: 'command', target_name: email }])
}, 300_000)

test('a new role applies from the next request', async () => {
  await addMember('Roles', 'owner@roles.example', 'owner')
  await addMember('Roles', 'robin@roles.example', 'staff')
  const { cookie } = await signIn('robin@roles.example')
  expect(await roleOf(cookie)).toBe('staff')
  expect((await run('--role', 'viewer', 'robin@roles.example', '--account', 'Roles')).code).toBe(0)
  expect(await roleOf(cookie)).toBe('viewer')
})

test('a removed member loses access from the next request', async () => {
  await addMember('Removed', 'owner@removed.example', 'owner')
  await addMember('Removed', 'robin@removed.example', 'admin')
  const { cookie } = await signIn('robin@removed.example')
  expect((await run('--remove', 'robin@removed.example', '--account', 'Removed')).code).toBe(0)
  expect(await roleOf(cookie)).toBe(401)
  expect((await signIn('robin@removed.example')).status).toBe(403)
})

test('the last owner can’t be removed or demoted', async () => {
  const id = await addMember('Last', 'first@last.example', 'owner')
  await addMember('Last', 'second@last.example', 'owner')
  // At the same moment, so that each sees the other one still there.
  const ends = await Promise.all([
    removeMember(context.store, id, 'first@last.example'),
    changeRole(context.store, id, 'second@last.example', 'admin'),
  ])
  expect(ends.map(({ kind }) => kind).toSorted()).toEqual(['changed', 'last owner'])
  const owners = (await list()).filter(({ account, role }) => account?.name === 'Last' && role === 'owner')
  expect(owners).toHaveLength(1)
  const { email } = owners[0]
  const { code, stderr } = await run('--remove', email, '--account', 'Last')
  const text = `--remove: ${email} is the last owner of this account; make someone else an owner first\n`
  expect([code, stderr]).toEqual([1, text])
  expect(await changeRole(context.store, id, email, 'owner')).toEqual({ kind: 'changed' })
})

test.each([
  [[], 'Choose one: --list, '],
  [['--list', '--remove', 'a@b.example'], 'Choose one: --list, '],
  [['--list', 'extra'], "Unexpected argument 'extra'"],
  [['--list', '--account', 'Listed'], '--account goes with --remove or --role'],
  [['--reset-password', 'nobody@b.example'], '--reset-password: no one has the email nobody@b.example'],
  [['--reset-two-factor', 'nobody@b.example'], '--reset-two-factor: no one has the email nobody@b.example'],
  [['--remove', 'a@b.example'], '--account NAME is required'],
  [['--remove', 'a@b.example', '--account', 'Nowhere'], '--account: there is no account named Nowhere'],
  [
    ['--remove', 'a@b.example', '--account', 'Listed'],
    '--remove: a@b.example is not a member of this account',
  ],
  [
    ['--role', 'king', 'a@b.example', '--account', 'Listed'],
    '--role must be one of owner, admin, staff, accountant, viewer',
  ],
  [['--role', 'admin', '--account', 'Listed'], '--role ROLE must be followed by an EMAIL'],
  [
    ['--role', 'admin', 'a@b.example', '--account', 'Listed'],
    '--role: a@b.example is not a member of this account',
  ],
  [['--nonsense'], "Unknown option '--nonsense'"],
])('%j changes nothing and is refused in one line', async (args, message) => {
  await expectRefusal(staff, dataDir, args, message)
})
