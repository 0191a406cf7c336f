import type { FastifyInstance } from 'fastify'

import type { Attachment, AttachmentParts } from '#contract/documents/attachments.ts'
import type { Context } from '#server/context.ts'
import type { Caller } from '#server/platform/access/caller-types.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import { safeName, sniffFile } from '#server/platform/files/sniff.ts'
import { type Call, mount } from '#server/platform/http/mount.ts'
import { type FilePart, type MultipartBody, oneFile } from '#server/platform/http/multipart/read.ts'
import { submitForm, withForms } from '#server/platform/http/multipart/submit.ts'
import { invalidInput } from '#server/platform/lib/http-error.ts'

import { type StoredUpload, removeUnused } from './stored-files.ts'

/** How the files of a kind of record are kept. */
interface Work {
  /** Throws 404 and 409 where that record takes no file, before anything is stored. */
  requireChangeable(tenant: Tenant, id: number): Promise<unknown>
  /** Throws 404, 409 and 422. */
  attach(trx: Tenant, actor: Caller, id: number, upload: StoredUpload): Promise<Attachment>
  /** Returns the record, and the tokens of files that may be of no more use. Throws 404 and 409. */
  remove(
    trx: Tenant,
    actor: Caller,
    file: number,
  ): Promise<{ readonly record: number; readonly unused: readonly string[] }>
  /** Once a change is committed. */
  published(tenant: Tenant, id: number): void
}

/** Mounts the files of a kind of record. Surface X. */
export function mountAttachments(
  app: FastifyInstance,
  context: Context,
  parts: AttachmentParts,
  work: Work,
): void {
  withForms(app, (scope) =>
    mount(scope, context, parts.attach, async (call) => {
      const data = await attach(context, work, call)
      work.published(call.tenant, call.params.id)
      return { data }
    }),
  )

  mount(app, context, parts.removeAttachment, async ({ tenant, caller, params: { id } }) => {
    const { record, unused } = await tenant.transaction((trx) => work.remove(trx, caller, id))
    await removeUnused(context, unused)
    work.published(tenant, record)
    return undefined
  })
}

/** Stores and attaches the file of the form. */
function attach(
  context: Context,
  work: Work,
  { tenant, caller, params: { id }, request, reply }: Call<AttachmentParts['attach']>,
): Promise<Attachment> {
  const [path] = request.url.split('?', 1)
  return submitForm(
    context,
    { tenant, request, reply },
    {
      operation: `POST ${path}`,
      expected: oneFile,
      replay: ({ body }) => (JSON.parse(body) as { data: Attachment }).data,
      async handle({ form, keep, remember }) {
        await work.requireChangeable(tenant, id)
        const { upload, columns } = await check(form.files[0], form.problems)
        const token = await keep(context.files.commit(upload))
        return tenant.transaction(async (trx) => {
          const data = await work.attach(trx, caller, id, { ...columns, token })
          await remember(trx, { status: 201, body: JSON.stringify({ data }) })
          return data
        })
      },
    },
  )
}

/** Returns the upload with what is stored of it. Throws 422 where it isn’t a file that is taken. */
async function check(part: FilePart | undefined, problems: MultipartBody['problems']) {
  if (problems.size > 0) throw invalidInput('VALIDATION_FAILED', problems)
  if (!part) throw invalidInput('VALIDATION_FAILED', new Map([['file', ['Choose a file']]]))
  const { upload, displayName } = part
  const name = safeName(displayName)
  const sniffed = await sniffFile(upload, name, [])
  if ('problem' in sniffed) throw invalidInput('VALIDATION_FAILED', new Map([['file', [sniffed.problem]]]))
  const { mediaType: media_type, inline } = sniffed
  const { bytes, sha256 } = upload
  return { upload, columns: { name, media_type, inline: inline ? 1 : 0, bytes, sha256 } }
}
