import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import type * as z from 'zod/mini'

import type { Endpoint } from '#contract/wire/endpoint.ts'
import type { Context } from '#server/context.ts'
import type { Caller } from '#server/platform/access/caller-types.ts'
import { Tenant } from '#server/platform/access/tenant.ts'
import type { Database } from '#server/platform/db/database.ts'
import { sniffPhoto } from '#server/platform/files/sniff.ts'
import type { Upload } from '#server/platform/files/store.ts'
import { invalidInput } from '#server/platform/lib/http-error.ts'

import { type Call, mount } from './mount.ts'
import { submitForm, withForms } from './multipart/submit.ts'

/** An image that was drawn anew from an upload. */
interface Drawn {
  readonly file: Buffer
}

/** A drawn image once its file is stored. */
export type StoredImage<Image extends Drawn> = Omit<Image, 'file'> & {
  readonly token: string
  readonly bytes: number
}

interface ImageUpload<E extends Endpoint, Image extends Drawn> {
  /** The field of the form, and what messages call the image. */
  readonly noun: 'photo' | 'logo'
  /** Draws the image anew, so that nothing else that the upload’s file may contain is stored or served. */
  readonly draw: (path: string) => Promise<Image>
  /** In a transaction. Returns the response’s `data`, and the token of the file that it replaced. */
  readonly save: (
    call: { readonly tenant: Tenant; readonly db: Kysely<Database> } & Pick<Call<E>, 'caller' | 'request'>,
    image: StoredImage<Image>,
  ) => Promise<{ readonly data: unknown; readonly unused: string | undefined }>
  /** After the commit; not for a request that repeats another. */
  readonly onSaved: (call: { readonly tenant: Tenant; readonly caller: Caller }) => void | Promise<void>
}

/** Mounts an endpoint whose body is a form with one image. Takes an `Idempotency-Key`; throws 422 at the image’s field. */
export function mountImageUpload<E extends Endpoint, Image extends Drawn>(
  app: FastifyInstance,
  context: Context,
  endpoint: E,
  { noun, draw, save, onSaved }: ImageUpload<E, Image>,
): void {
  const { files, store } = context
  const expected = (path: readonly string[]) =>
    path.length === 1 && path[0] === noun
      ? ({ kind: 'file', most: 1, tooMany: `Upload one ${noun}` } as const)
      : { problem: 'Unknown field' }

  withForms(app, (scope) =>
    mount(scope, context, endpoint, ({ tenant, caller, request, reply }) =>
      submitForm<z.input<E['response']>>(
        context,
        { tenant, request, reply },
        {
          operation: `${endpoint.method} ${endpoint.path}`,
          expected,
          async handle({ form, keep, remember }) {
            const path = await pathOfImage(form.files[0]?.upload, noun, form.problems)
            const { file, ...drawn } = await draw(path)
            const token = await keep(files.commitBytes(file))
            const image = { ...drawn, token, bytes: file.length }
            const { account, actor, origin } = tenant
            const { data, unused } = await store.db.transaction().execute(async (db) => {
              const trx = new Tenant(db, store.dialect, account, actor, origin)
              const saved = await save({ tenant: trx, db, caller, request }, image)
              await remember(trx, { status: endpoint.status, body: JSON.stringify({ data: saved.data }) })
              return saved
            })
            await onSaved({ tenant, caller })
            if (unused !== undefined) await files.remove([unused])
            return { data } as z.input<E['response']>
          },
        },
      ),
    ),
  )
}

/** Returns where the uploaded image is. Throws 422 where it isn’t an image that is taken. */
async function pathOfImage(
  upload: Upload | undefined,
  noun: ImageUpload<Endpoint, Drawn>['noun'],
  problems: Map<string, string[]>,
): Promise<string> {
  if (problems.size === 0) {
    const sniffed = upload ? await sniffPhoto(upload, noun) : { problem: 'Choose an image' }
    if (upload && !('problem' in sniffed)) return upload.tempPath
    problems.set(noun, ['problem' in sniffed ? sniffed.problem : 'Choose an image'])
  }
  throw invalidInput('VALIDATION_FAILED', problems)
}
