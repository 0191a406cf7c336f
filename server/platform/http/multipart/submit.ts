import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import type { NamePath } from '#contract/wire/multipart.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import type { FileStore } from '#server/platform/files/store.ts'
import { type StoredResponse, claimIdempotencyKey } from '#server/platform/http/idempotency.ts'
import { HttpError } from '#server/platform/lib/http-error.ts'

import { type Expected, type MultipartBody, readMultipart } from './read.ts'

/** Mounts endpoints whose body is a form with files: in a scope of their own, only they leave it to their handler. */
export function withForms(app: FastifyInstance, mountThem: (scope: FastifyInstance) => void): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('multipart/form-data', (_request, _payload, done) => done(null))
    mountThem(scope)
  })
}

/** A form that was read, and is handled for the first time. */
export interface Submission {
  readonly form: MultipartBody
  /** Returns the token of a file once it is stored. It is removed if the request is refused after that. */
  keep(stored: Promise<string>): Promise<string>
  /** Stores the response for requests that repeat this one, in the transaction of its effect. */
  remember(trx: Tenant, response: StoredResponse): Promise<void>
}

interface Handling<Answer> {
  /** Names the request together with its `Idempotency-Key`. */
  readonly operation: string
  readonly expected: (path: NamePath) => Expected
  readonly handle: (submission: Submission) => Promise<Answer>
  /** Answers a request that repeats another; with what was sent as JSON, unless given. */
  readonly replay?: (stored: StoredResponse) => Answer
}

/** Reads the form of a request, and handles it once for each `Idempotency-Key`. Nothing of one that is refused stays on disk. */
export async function submitForm<Answer>(
  { files }: { readonly files: FileStore },
  {
    tenant,
    request,
    reply,
  }: { readonly tenant: Tenant; readonly request: FastifyRequest; readonly reply: FastifyReply },
  { operation, expected, handle, replay = ({ body }) => JSON.parse(body) as Answer }: Handling<Answer>,
): Promise<Answer> {
  if (!request.headers['content-type']) throw new HttpError('MALFORMED', 'Send this as multipart/form-data')
  const idempotent = claimIdempotencyKey(request, tenant, operation)
  const kept: string[] = []
  let form: MultipartBody | undefined
  try {
    form = await readMultipart(request, files, expected)
    const { fingerprint } = form
    const stored = await idempotent?.storedResponse(fingerprint)
    if (stored) {
      reply.header('idempotency-replayed', 'true')
      return replay(stored)
    }
    return await handle({
      form,
      async keep(storing) {
        const token = await storing
        kept.push(token)
        return token
      },
      remember: async (trx, response) => idempotent?.storeResponse(trx, fingerprint, response),
    })
  } catch (error) {
    // Any other fault may have come after the commit; files without a row are swept later.
    if (error instanceof HttpError && kept.length > 0) await files.remove(kept)
    throw error
  } finally {
    idempotent?.release()
    await form?.discard()
  }
}
