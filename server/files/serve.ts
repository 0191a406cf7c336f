import { create as contentDisposition } from 'content-disposition'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Selectable } from 'kysely'

import type { Context } from '#server/context.ts'
import type { FileTable } from '#server/db/tables/customers.ts'
import { HttpError } from '#server/http/errors.ts'

import { drawThumbnail } from './images.ts'
import { FileStore, type ThumbnailSize, thumbnailSizes } from './store.ts'

/**
 * `GET /files/:token/:name`: anyone with the address may read it, and it can't be guessed. `?size=64|256` returns a
 * square thumbnail of an image. Every request looks the file up, so that a deleted customer's files are gone.
 */
export function serveFiles(app: FastifyInstance, context: Context): void {
  const { store, files } = context

  app.get<{ Params: { token: string }; Querystring: { size?: string } }>(
    '/files/:token/:name',
    async (request, reply) => {
      const { token } = request.params
      if (!FileStore.isToken(token)) throw new HttpError('NOT_FOUND')
      const find = () => findFile(store.db, token)
      const file = await find()
      if (!file) throw new HttpError('NOT_FOUND')

      const size = thumbnailSizes.find((known) => String(known) === request.query.size)
      if (request.query.size !== undefined && (size === undefined || file.inline === 0))
        throw new HttpError('NOT_FOUND')
      const etag = `"${token.slice(0, 12)}-${size ?? 'full'}"`
      const isKnown = request.headers['if-none-match'] === etag
      if ((isKnown || size !== undefined) && !(await files.has(token))) throw new HttpError('NOT_FOUND')
      if (isKnown) return guard(reply, etag).code(304).send()

      if (size !== undefined) {
        const bytes = await thumbnail(files, token, size)
        // Deleted while it was drawn: what was cached meanwhile goes too.
        if (!(await find())) {
          await files.remove([token])
          throw new HttpError('NOT_FOUND')
        }
        return guard(reply, etag).type('image/webp').send(bytes)
      }
      // Open from here on, so that it is sent to its end even if it goes meanwhile.
      const content = await files.open(token)
      if (!content) throw new HttpError('NOT_FOUND')
      const type = file.inline === 1 ? 'inline' : 'attachment'
      return guard(reply, etag)
        .type(file.inline === 1 ? file.media_type : 'application/octet-stream')
        .header('content-length', file.bytes)
        .header('content-disposition', contentDisposition(file.name, { type }))
        .send(content.stream)
    },
  )
}

/** What the address of a token leads to: a file of a customer, or a logo. */
async function findFile(
  db: Context['store']['db'],
  token: string,
): Promise<Pick<Selectable<FileTable>, 'name' | 'media_type' | 'inline' | 'bytes'> | undefined> {
  const file = await db
    .selectFrom('files')
    .select(['name', 'media_type', 'inline', 'bytes'])
    .where('token', '=', token)
    .executeTakeFirst()
  if (file) return file
  const logo = await db
    .selectFrom('company_logos')
    .select('bytes')
    .where('token', '=', token)
    .executeTakeFirst()
  return logo && { name: 'logo.png', media_type: 'image/png', inline: 1, bytes: logo.bytes }
}

function guard(reply: FastifyReply, etag: string): FastifyReply {
  return reply.headers({
    'content-security-policy': "sandbox; default-src 'none'",
    'x-content-type-options': 'nosniff',
    // Integrators show a customer's photo on pages of their own. CHOICE 0006.
    'cross-origin-resource-policy': 'cross-origin',
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
