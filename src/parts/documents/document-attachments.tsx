import { ActionIcon, Button, Group, Progress, Stack, Text } from '@mantine/core'
import { IconFile, IconX } from '@tabler/icons-react'
import { useRef, useState } from 'react'

import { type OneDocument, documents } from '#api/documents.ts'
import { largestFileBytes } from '#contract/customers/customers.ts'
import { type Attachment, mostAttachments } from '#contract/documents/documents.ts'
import { FileDrop } from '#kit/file-drop.tsx'
import { SectionCard } from '#kit/section-card.tsx'
import { useSingleFlightMutation } from '#kit/single-flight-mutation.ts'
import { toast } from '#kit/toast.ts'
import { byteSize } from '#lib/byte-size.ts'
import { problemOf } from '#lib/file-check.ts'
import { newKey } from '#lib/new-key.ts'

import { kindWords } from './document-words.tsx'

import classes from './documents.module.css'

interface Props {
  document: OneDocument
  /** Those of what is on the screen. */
  files: readonly Attachment[]
  /** Whether this person can change them: only those of a draft change. */
  canEdit: boolean
}

/** The files that belong to a proposal or contract. They are attached and removed at once. */
export function DocumentAttachments({ document, files, canEdit }: Props) {
  if (files.length === 0 && !canEdit) return null
  return (
    <SectionCard title="Attachments">
      <Stack gap="sm">
        {files.length > 0 && (
          <ul className={classes.files}>
            {files.map((file) => (
              <li key={file.id}>
                <IconFile size={18} stroke={1.5} aria-hidden />
                <div className={classes.fileText}>
                  <a href={file.path} download={file.name} dir="auto">
                    {file.name}
                  </a>
                  <span className={classes.dim}>{byteSize(file.bytes)}</span>
                </div>
                {canEdit && <RemoveButton document={document} file={file} />}
              </li>
            ))}
          </ul>
        )}
        {canEdit && <Uploads document={document} />}
      </Stack>
    </SectionCard>
  )
}

function RemoveButton({
  document: { kind },
  file: { id, name },
}: {
  document: OneDocument
  file: Attachment
}) {
  const { mutate, isPending } = useSingleFlightMutation(documents.removeAttachment(kind))
  const remove = () =>
    mutate(id, {
      onError: (error) => {
        // Gone already, or removed by a request whose response was lost.
        if (error.kind === 'absent') return
        void toast({
          id: 'attachment',
          color: 'red',
          title: `Couldn’t remove ${name}`,
          message: error.message,
        })
      },
    })
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      loading={isPending}
      aria-label={`Remove ${name}`}
      onClick={remove}
    >
      <IconX size={16} aria-hidden />
    </ActionIcon>
  )
}

type Chosen = readonly { readonly file: File; readonly key: string }[]

function Uploads({ document: { kind, id } }: { document: OneDocument }) {
  const { mutate, isPending, error, reset, isInFlight } = useSingleFlightMutation(documents.attach(kind, id))
  const [share, setShare] = useState(0)
  const [refused, setRefused] = useState<readonly string[]>([])
  const [chosen, setChosen] = useState<Chosen>([])
  const stop = useRef<AbortController>(undefined)
  const attach = (files: Chosen) => {
    if (files.length === 0) return
    setShare(0)
    stop.current = new AbortController()
    mutate({ files, onProgress: setShare, signal: stop.current.signal }, { onSuccess: () => setChosen([]) })
  }
  const take = async (files: readonly File[]) => {
    if (isInFlight()) return
    reset()
    const checked = await Promise.all(
      files.map(async (file) => ({ file, problem: await problemOf(file, [], largestFileBytes) })),
    )
    setRefused(checked.flatMap(({ problem }) => problem ?? []))
    const good = checked
      .filter(({ problem }) => problem === undefined)
      .map(({ file }) => ({ file, key: newKey() }))
    setChosen(good)
    attach(good)
  }
  const failed = error && error.kind !== 'aborted' ? (error.fields['file'] ?? error.message) : undefined
  return (
    <Stack gap="xs">
      <FileDrop
        label="Attach files"
        title={isPending ? 'Uploading…' : 'Attach files'}
        hint={`Or drag and drop. Up to ${largestFileBytes / 1024 ** 2} MB each, ${mostAttachments} files. The ${kindWords[kind].one} is sent with them.`}
        multiple
        isBusy={isPending}
        error={[...refused, failed].filter(Boolean).join(' ') || undefined}
        onFiles={(files) => void take(files)}
      />
      {isPending && (
        <Group gap="sm" wrap="nowrap">
          <Progress value={share * 100} size="xs" aria-label="Uploading" style={{ flex: 1 }} />
          <Button variant="default" size="compact-sm" onClick={() => stop.current?.abort()}>
            Cancel
          </Button>
        </Group>
      )}
      {failed !== undefined && error?.kind !== 'refused' && (
        <Group gap="sm">
          <Text size="sm">What has arrived isn’t attached twice.</Text>
          <Button variant="default" size="compact-sm" onClick={() => attach(chosen)}>
            Try again
          </Button>
        </Group>
      )}
    </Stack>
  )
}
