import { createHash } from 'node:crypto'

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { type ApiDocument, showApiDocument, showExtensionsDocument } from '#contract/wire/api-reference.ts'
import type { Context } from '#server/context.ts'
import { mount, mountPublic } from '#server/platform/http/mount.ts'

import { writeApiDocument, writeExtensionsDocument } from './document.ts'

/** A document as it is sent. */
interface Written {
  readonly text: string
  readonly etag: string
}

/** Mounts the descriptions of the API. */
export function apiReference(app: FastifyInstance, context: Context): void {
  const api = once(() => writeApiDocument(context.publicUrl()))
  const extensions = once(() => writeExtensionsDocument(context.publicUrl()))
  mountPublic(app, context, showApiDocument, async ({ request, reply }) =>
    send(request, reply.header('cache-control', 'public, no-cache'), await api()),
  )
  mount(app, context, showExtensionsDocument, async ({ request, reply }) =>
    send(request, reply.header('cache-control', 'private, no-cache'), await extensions()),
  )
}

/** Writes the document the first time it is asked for: at a start there is more urgent work. */
function once(write: () => ApiDocument | Promise<ApiDocument>): () => Promise<Written> {
  let written: Promise<Written> | undefined
  const make = async () => {
    const text = JSON.stringify(await write())
    // Weak: what travels may be compressed.
    return { text, etag: `W/"${createHash('sha256').update(text).digest('base64url')}"` }
  }
  return () =>
    (written ??= make().catch((error: unknown) => {
      written = undefined
      throw error
    }))
}

/** Sends the document, or 304 to a browser that has it. */
function send(request: FastifyRequest, reply: FastifyReply, { text, etag }: Written): FastifyReply {
  reply.header('etag', etag)
  const known = request.headers['if-none-match']?.split(',').map((tag) => tag.trim()) ?? []
  if (known.includes(etag)) return reply.code(304).send()
  return reply.type('application/json; charset=utf-8').send(text)
}
