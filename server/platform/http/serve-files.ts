import { Readable } from 'node:stream'

import { create as contentDisposition } from 'content-disposition'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import type { Context } from '#server/context.ts'
import { tokensWithRow } from '#server/platform/files/housekeeping.ts'
import { drawThumbnail } from '#server/platform/files/images.ts'
import { FileStore, type ThumbnailSize, thumbnailSizes } from '#server/platform/files/store.ts'
import { HttpError } from '#server/platform/lib/http-error.ts'

/**
 * `GET /files/:token/:name`: anyone with the address may read it, and it can't be guessed; photos of people are for them and
 * their colleagues. `?size=64|256` returns a square thumbnail of an image. Every request looks the file up, so that a deleted customer's files are gone.
 */
export function serveFiles(app: FastifyInstance, context: Context): void {
  const { store, files } = context

  app.get<{ Params: { token: string }; Querystring: { size?: string } }>(
    '/files/:token/:name',
    async (request, reply) => {
      const { token } = request.params
      if (!FileStore.isToken(token)) throw new HttpError('NOT_FOUND')
      const find = () => findFile(context, token, request, reply)
      const file = await find()
      if (!file) throw new HttpError('NOT_FOUND')

      const size = thumbnailSizes.find((known) => String(known) === request.query.size)
      if (request.query.size !== undefined && (size === undefined || file.inline === 0))
        throw new HttpError('NOT_FOUND')
      const etag = `"${token.slice(0, 12)}-${size ?? 'full'}"`
      const sharing = file.isPrivate ? 'same-origin' : 'cross-origin'
      const isKnown = request.headers['if-none-match'] === etag
      if ((isKnown || size !== undefined) && !(await files.has(token))) throw new HttpError('NOT_FOUND')
      if (isKnown) return guard(reply, etag, sharing).code(304).send()

      if (size !== undefined) {
        const bytes = await thumbnail(files, token, size)
        // Deleted while it was drawn: what was cached meanwhile goes too.
        if (!(await find())) {
          // Someone else may still see a photo that this session no longer may.
          const isThere = file.isPrivate && (await tokensWithRow(store.db, [token])).has(token)
          if (!isThere) await files.remove([token])
          throw new HttpError('NOT_FOUND')
        }
        return guard(reply, etag, sharing).type('image/webp').send(bytes)
      }
      const content = await contentFor(request, files, token)
      if (!content) throw new HttpError('NOT_FOUND')
      const type = file.inline === 1 ? 'inline' : 'attachment'
      return guard(reply, etag, sharing)
        .type(file.inline === 1 ? file.media_type : 'application/octet-stream')
        .header('content-length', file.bytes)
        .header('content-disposition', contentDisposition(file.name, { type }))
        .send(content)
    },
  )
}

/** Returns what is sent of the file; undefined if it is gone. It isn’t read for those who only ask whether it can be downloaded. */
async function contentFor(
  { method }: FastifyRequest,
  files: FileStore,
  token: string,
): Promise<Readable | undefined> {
  if (method === 'HEAD') return (await files.has(token)) ? Readable.from([]) : undefined
  // Open from here on, so that it is sent to its end even if it goes meanwhile.
  return (await files.open(token))?.stream
}

/** The file behind the address of a token. */
interface FoundFile {
  readonly name: string
  readonly media_type: string
  readonly inline: number
  readonly bytes: number
  /** Only the person who was looked up may see it. */
  readonly isPrivate?: boolean
}

/** A file of a customer, a document or a template, a logo, or the photo of a person whom the request’s person may see. */
async function findFile(
  { store: { db }, staff }: Context,
  token: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FoundFile | undefined> {
  const file = await db
    .selectFrom('files')
    .select(['name', 'media_type', 'inline', 'bytes'])
    .where('token', '=', token)
    .executeTakeFirst()
  if (file) return file
  const attachedTo = (table: 'document_files' | 'template_files') =>
    db.selectFrom(table).select(['name', 'media_type', 'inline', 'bytes']).where('token', '=', token)
  // Copies of a document, and what was written from a template, have the same file.
  const attachment = await attachedTo('document_files').union(attachedTo('template_files')).executeTakeFirst()
  if (attachment) return attachment
  const logo = await db
    .selectFrom('company_logos')
    .select('bytes')
    .where('token', '=', token)
    .executeTakeFirst()
  if (logo) return { name: 'logo.png', media_type: 'image/png', inline: 1, bytes: logo.bytes }
  const photo = await staff.findPhoto(request, reply, token)
  return photo && { name: 'photo.webp', media_type: 'image/webp', inline: 1, isPrivate: true, ...photo }
}

function guard(reply: FastifyReply, etag: string, sharing: 'same-origin' | 'cross-origin'): FastifyReply {
  return reply.headers({
    'content-security-policy': "sandbox; default-src 'none'",
    'x-content-type-options': 'nosniff',
    // Integrators show a customer's photo on pages of their own.
    'cross-origin-resource-policy': sharing,
    // Revalidated each time, because a deleted customer's photo must disappear immediately.
    'cache-control': 'private, no-cache',
    etag,
  })
}

/** Thumbnails being drawn, so that a burst of first views draws each once. */
const drawing = new Map<string, Promise<Buffer>>()

async function thumbnail(files: FileStore, token: string, size: ThumbnailSize): Promise<Buffer> {
  const known = await files.readThumbnail(token, size)
  if (known) return known
  const key = `${token}.${size}`
  const under = drawing.get(key)
  if (under) return under
  const work = draw(files, token, size).finally(() => drawing.delete(key))
  drawing.set(key, work)
  return work
}

async function draw(files: FileStore, token: string, size: ThumbnailSize): Promise<Buffer> {
  const bytes = await files.withPath(token, (path) => drawThumbnail(path, size).catch(() => undefined))
  if (!bytes) throw new HttpError('NOT_FOUND')
  // One that can't be stored, as on a full disk or for a file that has just gone, is drawn again the next time.
  await files.writeThumbnail(token, size, bytes).catch(() => undefined)
  return bytes
}
