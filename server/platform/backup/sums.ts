import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { stat, utimes } from 'node:fs/promises'
import { dirname } from 'node:path'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'

import { makeFolder } from '#server/platform/lib/durable.ts'

/** Copies a file durably, with its times. Returns its SHA-256 in hex. */
export async function copyDurably(from: string, to: string): Promise<string> {
  const { mtime } = await stat(from)
  return writeDurably(createReadStream(from), mtime, to)
}

/** Writes a new file durably, with the time it was modified. Returns its SHA-256 in hex. */
export async function writeDurably(content: Readable, modified: Date, to: string): Promise<string> {
  await makeFolder(dirname(to))
  const hash = createHash('sha256')
  const watch = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      done(null, chunk)
    },
  })
  await pipeline(content, watch, createWriteStream(to, { mode: 0o600, flush: true }))
  // When a file came decides whether it may be swept.
  await utimes(to, modified, modified)
  return hash.digest('hex')
}
