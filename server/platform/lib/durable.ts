import { createHash, randomBytes } from 'node:crypto'
import { constants, createReadStream } from 'node:fs'
import { link, mkdir, open, readFile, unlink } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'

/** Writes a file or a folder's entries through to the disk. */
export async function sync(path: string): Promise<void> {
  const handle = await open(path, constants.O_RDONLY)
  try {
    await handle.sync()
  } catch (error) {
    // Windows can't sync a folder and doesn't need to.
    if (process.platform !== 'win32') throw error
  } finally {
    await handle.close()
  }
}

/** Makes a private folder whose own entry survives a power cut. */
export async function makeFolder(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true, mode: 0o700 })
  if (first === undefined) return
  // Each new folder is an entry of the folder above it.
  for (let folder = path; folder.length >= first.length; folder = dirname(folder)) await sync(dirname(folder))
}

/** Returns the text of a small file, or undefined where there is none. */
export async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/**
 * Creates a private file durably unless it exists, and returns the text that stands. Written aside and linked into
 * place, so that processes starting together all use the first one's text and never read half of it.
 */
export async function createOnce(path: string, text: string): Promise<string> {
  const draft = `${path}.${randomBytes(6).toString('hex')}`
  const handle = await open(draft, 'wx', 0o600)
  try {
    await handle.writeFile(text)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await link(draft, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  await unlink(draft)
  await sync(dirname(path))
  return readFile(path, 'utf8')
}

/** Returns the SHA-256 of a file in hex. */
export async function sumOfFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}
