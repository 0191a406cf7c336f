import type { Readable } from 'node:stream'

/** An object under a key, and its age. */
export interface StoredObject {
  readonly key: string
  /** Milliseconds since the epoch. */
  readonly modifiedMs: number
}

/** A stored file, opened: it can be read to its end even if it's deleted meanwhile. */
export interface OpenedFile {
  readonly stream: Readable
  readonly bytes: number
  readonly modifiedMs: number
}

/**
 * Where stored files are, by keys such as `files/ab/TOKEN`. What is under a key never changes, and
 * what is written is complete or not there. Throws `FilesUnavailable` where it can't be reached. The rules about tokens, thumbnails and the trash are in `FileStore` and `sweep.ts`.
 */
export interface FileStorage {
  /** Takes over a local file: durable once this returns, and the local file is gone. */
  adopt(key: string, path: string): Promise<void>
  /** Copies a local file in the same way. */
  copyIn(key: string, path: string): Promise<void>
  /** Writes bytes that can be made again. */
  write(key: string, bytes: Uint8Array): Promise<void>
  /** Undefined if there is nothing. */
  open(key: string): Promise<OpenedFile | undefined>
  /** Undefined if there is nothing. */
  readBytes(key: string): Promise<Buffer | undefined>
  has(key: string): Promise<boolean>
  /** Returns whether there was something to remove; a place that can't tell says so. */
  remove(key: string): Promise<boolean>
  /** Returns whether it was moved: false where another process was quicker. */
  move(from: string, to: string): Promise<boolean>
  /** Yields what is in a folder, many at a time; what has another shape of name isn't ours and may be left out. */
  list(folder: StorageFolder): AsyncGenerator<readonly StoredObject[]>
  /** Where the file is on this machine; undefined if it has to be fetched. */
  localPath(key: string): string | undefined
}

/** Files with a row, and those that have lost theirs, by day. */
type StorageFolder = 'files' | 'trash'
