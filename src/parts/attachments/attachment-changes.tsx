import { ActionIcon, Button, Group, Progress, Stack, Text } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useRef, useState } from 'react'

import type { AttachmentMutations, Attaching } from '#api/attachments.ts'
import { largestFileBytes } from '#contract/customers/customers.ts'
import { type Attachment, mostAttachments } from '#contract/documents/attachments.ts'
import { FileDrop } from '#kit/file-drop.tsx'
import { useSingleFlightMutation } from '#kit/single-flight-mutation.ts'
import { toast } from '#kit/toast.ts'
import { problemOf } from '#lib/file-check.ts'
import { newKey } from '#lib/new-key.ts'

type Chosen = Attaching['files']

interface RemoveProps {
  remove: AttachmentMutations['remove']
  file: Attachment
}

/** Removes a file at once. */
export function RemoveButton({ remove, file: { id, name } }: RemoveProps) {
  const { mutate, isPending } = useSingleFlightMutation(remove)
  const onClick = () =>
    mutate(id, {
      // Gone already, or removed by a request whose response was lost.
      onError: (error) =>
        error.kind !== 'absent' && toast.failed('attachment', `Couldn’t remove ${name}`)(error),
    })
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      loading={isPending}
      aria-label={`Remove ${name}`}
      onClick={onClick}
    >
      <IconX size={16} aria-hidden />
    </ActionIcon>
  )
}

interface Props {
  attach: AttachmentMutations['attach']
  hint: string
}

/** Where files are chosen or dropped; they are uploaded at once. */
export function Uploads({ attach, hint }: Props) {
  const { mutate, isPending, error, reset, isInFlight } = useSingleFlightMutation(attach)
  const [share, setShare] = useState(0)
  const [refused, setRefused] = useState<readonly string[]>([])
  const [chosen, setChosen] = useState<Chosen>([])
  const stop = useRef<AbortController>(undefined)
  const send = (files: Chosen) => {
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
    send(good)
  }
  const failed = error && error.kind !== 'aborted' ? (error.fields['file'] ?? error.message) : undefined
  return (
    <Stack gap="xs">
      <FileDrop
        label="Attach files"
        title={isPending ? 'Uploading…' : 'Attach files'}
        hint={`Or drag and drop. Up to ${largestFileBytes / 1024 ** 2} MB each, ${mostAttachments} files. ${hint}`}
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
          <Button variant="default" size="compact-sm" onClick={() => send(chosen)}>
            Try again
          </Button>
        </Group>
      )}
    </Stack>
  )
}
