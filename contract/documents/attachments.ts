import * as z from 'zod/mini'

import { type Ability, type RecordName, endpoint } from '../wire/endpoint.ts'
import { idParams } from '../wire/surface.ts'

/** How many files a document or a template can have, and how large they may be together. */
export const mostAttachments = 20
export const largestAttachmentsBytes = 100 * 1024 * 1024
/** Files up to this size together are attached to an email; it links to more. */
export const emailedAttachmentsBytes = 10 * 1024 * 1024

/** A file that belongs to a document or a template. A version of a document that was sent keeps those that it was sent with. */
export const Attachment = z.object({
  id: z.int(),
  name: z.string(),
  bytes: z.int(),
  /** Hex: of its content. */
  sha256: z.string(),
  /** Where it is, below the origin of the service. */
  path: z.string(),
})
export type Attachment = z.infer<typeof Attachment>

interface Owner {
  /** What attaching and removing one does, for the API’s description. */
  readonly texts: { readonly attach: string; readonly remove: string }
  /** The records that have files, and the files themselves. */
  readonly record: RecordName
  readonly files: RecordName
  readonly ability: Ability
}

/** The endpoints that attach files to a kind of record, and remove them. */
export function attachmentParts<const Noun extends string>(
  noun: Noun,
  { record, files, ability, texts }: Owner,
) {
  const write = { surface: 'x', params: idParams, ability } as const
  return {
    attach: endpoint({
      ...write,
      record,
      method: 'POST',
      path: `/api/x/${noun}s/:id/attachments`,
      text: texts.attach,
      isIdempotent: true,
      bodyType: 'multipart',
      status: 201,
      response: z.object({ data: Attachment }),
    }),
    removeAttachment: endpoint({
      ...write,
      record: files,
      method: 'DELETE',
      path: `/api/x/${noun}-attachments/:id`,
      text: texts.remove,
      status: 204,
      response: z.undefined(),
    }),
  }
}

export type AttachmentParts = ReturnType<typeof attachmentParts>
