import { Skeleton, Stack } from '@mantine/core'
import { IconFile } from '@tabler/icons-react'
import { Suspense } from 'react'

import type { AttachmentMutations } from '#api/attachments.ts'
import type { Attachment } from '#contract/documents/attachments.ts'
import { lazyWithRetry } from '#kit/lazy-with-retry.ts'
import { SectionCard } from '#kit/section-card.tsx'
import { byteSize } from '#lib/byte-size.ts'

import classes from './attachments.module.css'

const Uploads = lazyWithRetry(async () => (await import('./attachment-changes.tsx')).Uploads)
const RemoveButton = lazyWithRetry(async () => (await import('./attachment-changes.tsx')).RemoveButton)

interface Props {
  files: readonly Attachment[]
  /** How this person can change them; undefined if they can’t. */
  changes: AttachmentMutations | undefined
  /** What becomes of them, in a sentence. */
  hint: string
}

/** The files that belong to a document or a template. They are attached and removed at once. */
export function Attachments({ files, changes, hint }: Props) {
  if (files.length === 0 && !changes) return null
  return (
    <SectionCard title="Attachments">
      <Stack gap="sm">
        {files.length > 0 && (
          <ul className={classes.files}>
            {files.map((file) => (
              <li key={file.id}>
                <IconFile size={18} stroke={1.5} aria-hidden />
                <div>
                  <a href={file.path} download={file.name} dir="auto">
                    {file.name}
                  </a>
                  <span>{byteSize(file.bytes)}</span>
                </div>
                {changes && (
                  <Suspense>
                    <RemoveButton remove={changes.remove} file={file} />
                  </Suspense>
                )}
              </li>
            ))}
          </ul>
        )}
        {changes && (
          <Suspense fallback={<Skeleton height={132} />}>
            <Uploads attach={changes.attach} hint={hint} />
          </Suspense>
        )}
      </Stack>
    </SectionCard>
  )
}
