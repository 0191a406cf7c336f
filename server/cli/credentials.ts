import { parseArgs } from 'node:util'

import { abilities } from '#contract/endpoint.ts'

import { readConfig } from '../config.ts'
import { defaultRateLimit, issueCredential, tokenAbilities } from '../credentials.ts'
import { openStore } from '../db/open.ts'
import { ensureAccount } from '../staff/accounts.ts'
import { UsageError, runCommand, wholeNumber } from './command.ts'

/** `npm run --silent credentials`: makes a token (V1) and a key (B) for an account and prints them, once. */
await runCommand(async (args) => {
  const { values } = parseArgs({
    args,
    options: {
      account: { type: 'string' },
      abilities: { type: 'string' },
      'rate-limit': { type: 'string' },
      expires: { type: 'string' },
    },
  })
  if (!values.account?.trim()) throw new UsageError('--account NAME is required')
  const granted = values.abilities === undefined ? tokenAbilities : readAbilities(values.abilities)
  const rateLimit =
    values['rate-limit'] === undefined
      ? defaultRateLimit
      : wholeNumber('--rate-limit', values['rate-limit'], 1)
  const expiresAt = values.expires === undefined ? null : endOfDay(values.expires)

  const store = await openStore(readConfig(process.env))
  try {
    const { id } = await ensureAccount(store, values.account.trim())
    const settings = { abilities: granted, rateLimit, expiresAt }
    const token = await issueCredential(store.db, id, { kind: 'token', ...settings })
    const key = await issueCredential(store.db, id, { kind: 'key', ...settings })
    process.stdout.write(`${JSON.stringify({ token, key })}\n`)
  } finally {
    await store.close()
  }
})

function readAbilities(text: string): string[] {
  const names = text
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)
  const unknown = names.find((name) => !abilities.some((known) => known === name))
  if (unknown) throw new UsageError(`--abilities: there is no ${unknown}; there are ${abilities.join(', ')}`)
  return names
}

/** The last moment of that day, UTC. */
function endOfDay(text: string): string {
  const date = new Date(`${text}T00:00:00Z`)
  const isDate =
    /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(date.valueOf()) && date.toISOString().startsWith(text)
  if (!isDate) throw new UsageError('--expires must be a date such as 2027-01-31')
  return `${text}T23:59:59.999999Z`
}
