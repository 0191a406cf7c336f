import { parseArgs } from 'node:util'

import { type Role, roles } from '#contract/access/session.ts'
import { readConfig } from '#server/config.ts'
import {
  type MemberChange,
  changeRole,
  listMembers,
  removeMember,
  resetPassword,
  resetTwoFactor,
} from '#server/platform/access/staff/members.ts'
import { scryptHash } from '#server/platform/access/staff/password-hash.ts'
import type { Store } from '#server/platform/db/store.ts'
import { openStore } from '#server/platform/startup/open-store.ts'

import { type Command, UsageError, printLine } from '../command.ts'
import { findAccount } from './account.ts'

const usage =
  'Choose one: --list, --reset-password EMAIL, --reset-two-factor EMAIL, --remove EMAIL --account NAME, --role ROLE EMAIL --account NAME'

interface Options {
  list?: boolean
  'reset-password'?: string
  'reset-two-factor'?: string
  remove?: string
  role?: string
  account?: string
}

/**
 * `npm run --silent staff`: lists the people who can sign in, resets a password or a second factor, removes a member or changes a role.
 * Prints one JSON object a line. Works while the service runs, which follows within a second.
 */
export const staff: Command = async (args, env) => {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      list: { type: 'boolean' },
      'reset-password': { type: 'string' },
      'reset-two-factor': { type: 'string' },
      remove: { type: 'string' },
      role: { type: 'string' },
      account: { type: 'string' },
    },
  })
  const run = commandFor(values, positionals)
  const store = await openStore(readConfig(env))
  try {
    await run(store)
  } finally {
    await store.close()
  }
}

function commandFor(values: Options, positionals: readonly string[]): (store: Store) => Promise<void> {
  const { account, ...actions } = values
  if (Object.keys(actions).length !== 1) throw new UsageError(usage)
  const takesEmail = actions.role !== undefined
  const [email, ...extra] = takesEmail ? positionals : [undefined, ...positionals]
  if (extra.length > 0) throw new UsageError(`Unexpected argument '${extra[0]}'. ${usage}`)

  if (actions.role !== undefined) {
    const role = roles.find((candidate) => candidate === actions.role)
    if (!role) throw new UsageError(`--role must be one of ${roles.join(', ')}`)
    if (!email?.trim()) throw new UsageError('--role ROLE must be followed by an EMAIL')
    const change = { role, email: email.trim(), account: required(account) }
    return (store) => setRole(store, change)
  }
  if (actions.remove !== undefined) {
    const person = { email: actions.remove.trim(), account: required(account) }
    return (store) => remove(store, person)
  }
  if (account !== undefined) throw new UsageError('--account goes with --remove or --role')
  if (actions['reset-password'] !== undefined) {
    const person = actions['reset-password'].trim()
    return (store) => reset(store, person)
  }
  if (actions['reset-two-factor'] !== undefined) {
    const person = actions['reset-two-factor'].trim()
    return (store) => turnOffTwoFactor(store, person)
  }
  return list
}

async function list(store: Store) {
  for (const member of await listMembers(store)) printLine(member)
}

async function reset(store: Store, email: string) {
  const password = await resetPassword(store, scryptHash, email)
  if (password === undefined) throw new UsageError(`--reset-password: no one has the email ${email}`)
  printLine({ email: email.toLowerCase(), password })
}

async function turnOffTwoFactor(store: Store, email: string) {
  if (!(await resetTwoFactor(store, email)))
    throw new UsageError(`--reset-two-factor: no one has the email ${email}`)
  printLine({ email: email.toLowerCase(), two_factor: false })
}

async function remove(store: Store, { email, account }: { email: string; account: string }) {
  const id = await findAccount(store, account)
  report(await removeMember(store, id, email), '--remove', email)
  printLine({ email: email.toLowerCase(), account: id, removed: true })
}

async function setRole(store: Store, change: { role: Role; email: string; account: string }) {
  const { role, email } = change
  const id = await findAccount(store, change.account)
  report(await changeRole(store, id, email, role), '--role', email)
  printLine({ email: email.toLowerCase(), account: id, role })
}

function report({ kind }: MemberChange, option: string, email: string) {
  if (kind === 'no member') throw new UsageError(`${option}: ${email} is not a member of this account`)
  if (kind === 'last owner')
    throw new UsageError(
      `${option}: ${email} is the last owner of this account; make someone else an owner first`,
    )
}

function required(account: string | undefined): string {
  if (!account?.trim()) throw new UsageError('--account NAME is required')
  return account
}
