import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'

import { makeZip } from 'client-zip'
import type { FastifyReply } from 'fastify'

/** A file in an archive. */
interface ArchivedFile {
  readonly name: string
  readonly bytes: Buffer
}

/**
 * Sends a ZIP file as its files arrive, the next one only once a slow client has taken those before. It stops reading when
 * the client has gone.
 */
export function sendZip(reply: FastifyReply, name: string, files: AsyncIterable<ArchivedFile>): FastifyReply {
  const archive = makeZip(withOwnNames(files)) as ReadableStream<Uint8Array>
  return reply
    .type('application/zip')
    .header('content-disposition', `attachment; filename="${name}.zip"`)
    .header('cache-control', 'no-store')
    .send(Readable.fromWeb(archive, { highWaterMark: 1 }))
}

/** Two documents can have one number, and then one name: most programs would unpack only one of them. */
async function* withOwnNames(files: AsyncIterable<ArchivedFile>) {
  const taken = new Map<string, number>()
  for await (const { name, bytes } of files) {
    const times = (taken.get(name) ?? 0) + 1
    taken.set(name, times)
    yield { name: times === 1 ? name : name.replace(/(?=\.\w+$)/, ` (${times})`), input: bytes }
  }
}
