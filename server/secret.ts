import { randomBytes } from 'node:crypto'
import { link, open, readFile, unlink } from 'node:fs/promises'
import { join } from 'node:path'

import type { Config } from './config.ts'

/**
 * The secret that signs sessions and seals what must be readable again: SECRET_KEY, or one made once into the data
 * folder with mode 0600.
 */
export async function secretKey({
  secretKey: given,
  dataDir,
}: Pick<Config, 'secretKey' | 'dataDir'>): Promise<string> {
  if (given !== undefined) return given
  const file = join(dataDir, 'secret-key')
  const known = await read(file)
  if (known !== undefined) return known
  // Written aside and linked into place: of two processes that start together both use the first one's secret.
  const draft = `${file}.${randomBytes(6).toString('hex')}`
  const handle = await open(draft, 'wx', 0o600)
  await handle.writeFile(randomBytes(32).toString('base64url'))
  await handle.sync()
  await handle.close()
  await link(draft, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  await unlink(draft)
  return readFile(file, 'utf8')
}

async function read(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
