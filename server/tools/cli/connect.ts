import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { parseArgs } from 'node:util'

import { type Environment, environments } from '#contract/access/connection.ts'
import { type Config, readConfig } from '#server/config.ts'
import {
  accountForEnvironment,
  connectAccount,
  disconnectAccount,
} from '#server/doors/connected/environments.ts'
import { probe } from '#server/doors/connected/probe.ts'
import { Upstream } from '#server/doors/connected/upstream.ts'
import { commandActor } from '#server/platform/access/origin.ts'
import { secretKey } from '#server/platform/access/secret.ts'
import { addMember } from '#server/platform/access/staff/people.ts'
import type { Store } from '#server/platform/db/store.ts'
import { hostOf, parseBaseUrl } from '#server/platform/lib/base-url.ts'
import { sealKeyFrom } from '#server/platform/lib/seal.ts'
import { openStore } from '#server/platform/startup/open-store.ts'

import { UsageError, printLine, runCommand } from '../command.ts'
import { findAccount, findOrCreateAccount } from '../commands/account.ts'

/**
 * `npm run connect`: connects an account to a service elsewhere. The token and the key, a line each, come from standard
 * input; both are tried once before anything is stored. `--list` prints the connections, one JSON object a line, and
 * `--remove` ends one.
 */
await runCommand(async (args) => {
  const { values } = parseArgs({
    args,
    options: {
      account: { type: 'string' },
      environment: { type: 'string' },
      url: { type: 'string' },
      owner: { type: 'string' },
      list: { type: 'boolean' },
      remove: { type: 'boolean' },
    },
  })
  const config = readConfig(process.env)
  if (values.list) return withStore(config, list)
  const account = values.account?.trim()
  if (!account) throw new UsageError('--account NAME is required')
  if (values.remove) return withStore(config, (store) => remove(store, account))
  const { environment, url, owner } = values
  if (!isEnvironment(environment))
    throw new UsageError(`--environment must be one of ${environments.join(', ')}`)
  const parsed = parseBaseUrl(url ?? '')
  if ('problem' in parsed) throw new UsageError(`--url ${parsed.problem}`)
  const { token, key } = await readCredentials()
  const settings = { environment, baseUrl: parsed.url, token, key, source: 'command' as const }
  await check(config, settings)
  return withStore(config, (store) => connect(store, config, { account, owner: owner?.trim(), settings }))
})

type Settings = Parameters<typeof connectAccount>[3]

function isEnvironment(text: string | undefined): text is Environment {
  return environments.some((environment) => environment === text)
}

async function withStore(config: Config, run: (store: Store) => Promise<void>): Promise<void> {
  const store = await openStore(config)
  try {
    await run(store)
  } finally {
    await store.close()
  }
}

async function check({ service }: Config, settings: Settings): Promise<void> {
  const upstream = new Upstream(service.networks)
  try {
    const problem = await probe(upstream, settings)
    const option = { baseUrl: '--url', token: 'Token', key: 'Key' }
    if (problem) throw new UsageError(`${option[problem.setting]}: ${problem.text}; nothing was changed`)
  } finally {
    await upstream.close()
  }
}

async function connect(
  store: Store,
  config: Config,
  {
    account,
    owner,
    settings,
  }: { readonly account: string; readonly owner: string | undefined; readonly settings: Settings },
): Promise<void> {
  const person = owner === undefined ? undefined : await personOf(store, owner)
  const base = await findOrCreateAccount(store, account)
  const id = await accountForEnvironment(store, base, settings.environment)
  if (person !== undefined) await addMember(store, id, person, 'owner')
  await connectAccount(store, sealKeyFrom(await secretKey(config, store)), id, settings, commandActor)
  const { name } = await store.db
    .selectFrom('accounts')
    .select('name')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const { members } = await store.db
    .selectFrom('memberships')
    .select((eb) => eb.fn.countAll<number>().as('members'))
    .where('account_id', '=', id)
    .executeTakeFirstOrThrow()
  const { environment, baseUrl } = settings
  printLine({ account: { id, name }, environment, host: hostOf(baseUrl), people: Number(members) })
}

async function personOf({ db }: Store, email: string): Promise<number> {
  const person = await db
    .selectFrom('staff')
    .select('id')
    .where('email', '=', email.toLowerCase())
    .executeTakeFirst()
  if (!person) throw new UsageError(`--owner: no one has the email ${email}`)
  return person.id
}

async function list({ db }: Store): Promise<void> {
  const rows = await db
    .selectFrom('connections')
    .innerJoin('accounts', 'accounts.id', 'connections.account_id')
    .select(['accounts.id', 'accounts.name', 'environment', 'base_url', 'token_last_four', 'key_last_four'])
    .select(['source', 'last_ok_at', 'last_error_at', 'last_error'])
    .orderBy('accounts.id')
    .execute()
  for (const { id, name, ...connection } of rows) printLine({ account: { id, name }, ...connection })
}

async function remove(store: Store, account: string): Promise<void> {
  const id = await findAccount(store, account)
  if (!(await disconnectAccount(store, id, commandActor)))
    throw new UsageError(`--remove: the account ${account} isn't connected`)
  printLine({ account: id, removed: true })
}

/** Two lines of standard input; at a terminal they are asked for and not shown. */
async function readCredentials(): Promise<{ token: string; key: string }> {
  const isTerminal = process.stdin.isTTY
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output: silent, terminal: isTerminal })
  const ask = (what: string) => isTerminal && process.stderr.write(`${what}: `)
  const read: string[] = []
  ask('Token')
  for await (const line of lines) {
    if (isTerminal) process.stderr.write('\n')
    read.push(line.trim())
    if (read.length === 2) break
    ask('Key')
  }
  lines.close()
  const [token = '', key = ''] = read
  if (token === '' || key === '')
    throw new UsageError('Standard input must have two lines: the token (for /api/v1) and the key (for /api)')
  // Nothing of what was entered is repeated.
  for (const [what, text] of Object.entries({ token, key }))
    if (!/^[\x21-\x7e]{1,2000}$/.test(text))
      throw new UsageError(`The ${what} has characters that no credential has`)
  return { token, key }
}
