import { mutationOptions } from '@tanstack/react-query'

import type { AttachmentParts } from '#contract/documents/attachments.ts'

import { call, upload } from './client.ts'
import type { Key } from './record-queries.ts'

/** Files to attach, each with a key that is the same for every attempt. */
export interface Attaching {
  readonly files: readonly { readonly file: File; readonly key: string }[]
  /** Of all of them together, 0 to 1. */
  readonly onProgress: (share: number) => void
  readonly signal: AbortSignal
}

/** How files are attached to the record with that id, and removed. Both make `stale` stale. */
export const attachmentMutations = (
  { attach, removeAttachment }: AttachmentParts,
  id: number,
  stale: Key,
) => ({
  /** One after the other. The keys make it safe to repeat: what has arrived isn’t attached twice. */
  attach: mutationOptions({
    mutationFn: async ({ files, onProgress, signal }: Attaching) => {
      for (const [index, { file, key }] of files.entries()) {
        const form = new FormData()
        form.append('file', file)
        const report = (share: number) => onProgress((index + share) / files.length)
        await upload(attach, form, { params: { id }, key, signal, onProgress: report })
      }
    },
    meta: { stale },
  }),
  remove: mutationOptions({
    mutationFn: (file: number) => call(removeAttachment, { params: { id: file } }),
    meta: { stale },
  }),
})

export type AttachmentMutations = ReturnType<typeof attachmentMutations>
