import { createHmac, randomBytes } from 'node:crypto'
import { join } from 'node:path'

import type { Config } from '#server/config.ts'
import { claimSetting, readSetting, writeSetting } from '#server/platform/db/settings.ts'
import type { Store } from '#server/platform/db/store.ts'
import { createOnce, readIfThere } from '#server/platform/lib/durable.ts'
import { openSecret, sealKeyFrom } from '#server/platform/lib/seal.ts'
import { StartupError } from '#server/platform/lib/startup-error.ts'

type KeyConfig = Pick<Config, 'secretKey' | 'dataDir'>

/**
 * Returns the secret that signs sessions and seals what must be readable again: SECRET_KEY, or one generated once into
 * the data folder with mode 0600. Throws `StartupError` where the database was set up with another one: signing secrets
 * couldn't be opened and everyone would be signed out.
 */
export async function secretKey(config: KeyConfig, { db }: Pick<Store, 'db'>): Promise<string> {
  const known = await readSetting(db, check)
  const secret = config.secretKey ?? (await ownSecret(config, known !== undefined))
  const mark = markOf(secret)
  if (known === acceptAny) await writeSetting(db, check, mark)
  else if (known === undefined) {
    if (!(await opensWhatIsSealed(db, secret))) throw otherKey(config)
    if ((await claimSetting(db, check, mark)) !== mark) throw otherKey(config)
  } else if (known !== mark) throw otherKey(config)
  return secret
}

const check = 'secret_key_check'
/** Set by hand by an operator who has lost the key for good: the next start accepts the key it has. */
const acceptAny = 'replace'

const markOf = (secret: string) =>
  createHmac('sha256', secret).update('bureau secret key check').digest('hex')

const fileOf = ({ dataDir }: KeyConfig) => join(dataDir, 'secret-key')

async function ownSecret(config: KeyConfig, isDatabaseSetUp: boolean): Promise<string> {
  const file = fileOf(config)
  const known = await readIfThere(file)
  if (known !== undefined) return known
  if (isDatabaseSetUp)
    throw new StartupError(
      `The secret key is missing: this database was set up with SECRET_KEY or with the generated file ${file}. Set SECRET_KEY to that key, or restore the file.`,
    )
  return createOnce(file, randomBytes(32).toString('base64url'))
}

/** Databases of earlier versions have no check value yet, but they may have a secret that only the right key opens. */
async function opensWhatIsSealed(db: Store['db'], secret: string): Promise<boolean> {
  const newest = await db
    .selectFrom('webhooks')
    .select('secret_sealed')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!newest) return true
  try {
    openSecret(sealKeyFrom(secret), newest.secret_sealed)
    return true
  } catch {
    return false
  }
}

function otherKey(config: KeyConfig): StartupError {
  const file = fileOf(config)
  return new StartupError(
    config.secretKey === undefined
      ? `The key in ${file} isn't the one this database was set up with. Restore the original file, or set SECRET_KEY to the original key.`
      : `SECRET_KEY isn't the key this database was set up with. Set it to the original key; if none was set before, unset it to use ${file}.`,
  )
}
