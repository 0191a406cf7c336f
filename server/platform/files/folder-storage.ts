import { randomBytes } from 'node:crypto'
import {
  chmod,
  copyFile,
  open,
  readFile,
  readdir,
  rename,
  rm,
  rmdir,
  stat,
  unlink,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { dirname, join } from 'node:path'

import { makeFolder, sync } from '#server/platform/lib/durable.ts'

import type { FileStorage, OpenedFile, StoredObject } from './storage.ts'

// Whatever else is in these folders isn't ours: lost+found, .DS_Store, or all of /tmp where DATA_DIR is /.
const folderShape = /^(?:[A-Za-z0-9_-]{2}|\d{4}-\d{2}-\d{2})$/

/** Stored files in the data folder; several processes may share it. */
export class FolderStorage implements FileStorage {
  readonly #root: string

  private constructor(dataDir: string) {
    this.#root = dataDir
  }

  static async open(dataDir: string): Promise<FolderStorage> {
    await makeFolder(join(dataDir, 'files'))
    return new FolderStorage(dataDir)
  }

  async adopt(key: string, path: string): Promise<void> {
    // The sweep judges by age, and this one may have waited long for the rest of its request.
    await this.#place(path, key, new Date())
  }

  async copyIn(key: string, path: string): Promise<void> {
    const draft = `${this.localPath(key)}.${draftEnding()}`
    await makeFolder(dirname(draft))
    try {
      await copyFile(path, draft)
      await chmod(draft, 0o600)
      // When a file came decides whether it may be swept.
      await this.#place(draft, key, (await stat(path)).mtime)
    } catch (error) {
      await rm(draft, { force: true })
      throw error
    }
  }

  async write(key: string, bytes: Uint8Array): Promise<void> {
    const path = this.localPath(key)
    const draft = `${path}.${draftEnding()}`
    try {
      await writeFile(draft, bytes, { mode: 0o600, flush: true })
      await rename(draft, path)
    } catch (error) {
      await rm(draft, { force: true })
      throw error
    }
  }

  async open(key: string): Promise<OpenedFile | undefined> {
    const handle = await open(this.localPath(key)).catch(ifGone(undefined))
    if (!handle) return undefined
    const { size, mtimeMs } = await handle.stat()
    return { stream: handle.createReadStream(), bytes: size, modifiedMs: mtimeMs }
  }

  async readBytes(key: string): Promise<Buffer | undefined> {
    return readFile(this.localPath(key)).catch(ifGone(undefined))
  }

  async has(key: string): Promise<boolean> {
    return (await fileAt(this.localPath(key))) !== undefined
  }

  async remove(key: string): Promise<boolean> {
    const isRemoved = await unlink(this.localPath(key)).then(() => true, ifGone(false))
    await this.#leave(key)
    return isRemoved
  }

  async move(from: string, to: string): Promise<boolean> {
    const target = this.localPath(to)
    await makeFolder(dirname(target))
    const isMoved = await rename(this.localPath(from), target).then(() => true, ifGone(false))
    await sync(dirname(target))
    await this.#leave(from)
    return isMoved
  }

  async *list(folder: 'files' | 'trash'): AsyncGenerator<readonly StoredObject[]> {
    for (const inner of await namesIn(join(this.#root, folder))) {
      if (!folderShape.test(inner)) continue
      const objects: StoredObject[] = []
      for (const name of await namesIn(join(this.#root, folder, inner))) {
        const key = `${folder}/${inner}/${name}`
        const found = await fileAt(this.localPath(key))
        if (found) objects.push({ key, modifiedMs: found.mtimeMs })
      }
      yield objects
    }
  }

  localPath(key: string): string {
    return join(this.#root, key)
  }

  /** File and folders are synced: after that, a power cut loses nothing. */
  async #place(path: string, key: string, modified: Date) {
    const to = this.localPath(key)
    await makeFolder(dirname(to))
    await utimes(path, modified, modified)
    await sync(path)
    await rename(path, to)
    await sync(dirname(to))
  }

  /** A day of the trash goes with its last file; it stays where something of somebody else's is in it. */
  async #leave(key: string) {
    if (key.startsWith('trash/')) await rmdir(dirname(this.localPath(key))).catch(() => undefined)
  }
}

/** Not by process id: in containers that share the folder every service has the same one. */
const draftEnding = () => `${randomBytes(6).toString('hex')}.part`

/** Returns the file's stats; undefined for a folder, or if it has gone in the meantime. */
async function fileAt(path: string) {
  const found = await stat(path).catch(() => undefined)
  return found?.isFile() ? found : undefined
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (['ENOENT', 'ENOTDIR'].includes(code)) return []
    throw error
  }
}

/** Another process on this folder may have removed it. */
const ifGone =
  <Value>(value: Value) =>
  (error: unknown): Value => {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return value
  }
