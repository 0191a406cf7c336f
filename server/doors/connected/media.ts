import { Readable } from 'node:stream'

import { create as contentDisposition } from 'content-disposition'
import type { FastifyInstance, FastifyReply } from 'fastify'

import { showMedia } from '#contract/media.ts'
import type { Context } from '#server/context.ts'
import { safeName } from '#server/platform/files/sniff.ts'
import { thumbnailSizes } from '#server/platform/files/store.ts'
import { type Handler, mount } from '#server/platform/http/mount.ts'
import { HttpError } from '#server/platform/lib/http-error.ts'

/** Photos and files of the service that an account is connected to. Surface X. */
export function media(app: FastifyInstance, context: Context): void {
  const { files, forwarder } = context

  const show: Handler<typeof showMedia> = async ({ caller, query, request, reply }) => {
    const connection = caller.connection && (await forwarder.connections.open(caller.connection))
    if (!connection) throw new HttpError('NOT_FOUND')
    const size = thumbnailSizes.find((known) => String(known) === query.size)
    if (size !== undefined) {
      const bytes = await forwarder.files.thumbnail(connection, query.url, { size, files })
      return guard(reply).type('image/webp').send(bytes)
    }
    const left = new AbortController()
    reply.raw.once('close', () => left.abort())
    const { imageType, bytes, content } = await forwarder.files.open(connection, query.url, left.signal)
    const type = imageType === null ? 'attachment' : 'inline'
    const name = query.name === undefined ? undefined : safeName(query.name)
    guard(reply)
      .type(imageType ?? 'application/octet-stream')
      .header('content-disposition', contentDisposition(name, { type }))
    if (bytes !== undefined) reply.header('content-length', bytes)
    if (request.method !== 'HEAD') return reply.send(content)
    left.abort()
    return reply.send(Readable.from([]))
  }
  // Compressing would hold back the first bytes of a download, and its length.
  mount(app, context, showMedia, show, { compress: false })
}

/** The headers of our own files, apart from the cache: the other service can't be asked whether a photo is still there. */
const guard = (reply: FastifyReply): FastifyReply =>
  reply.headers({
    'content-security-policy': "sandbox; default-src 'none'",
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'private, max-age=300',
    // Nothing is taken from the cache for the next person at the same computer.
    vary: 'cookie',
  })
