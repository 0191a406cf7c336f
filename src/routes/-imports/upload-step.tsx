import { Button, Group, Progress, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'

import { ApiError } from '#api/errors.ts'
import { imports } from '#api/imports.ts'
import { largestImportBytes } from '#contract/imports.ts'
import { FileDrop } from '#kit/file-drop.tsx'
import { InlineProblem } from '#kit/inline-problem.tsx'
import { SectionCard } from '#kit/section-card.tsx'
import { useSingleFlightMutation } from '#kit/single-flight-mutation.ts'
import { percentText } from '#lib/locale.ts'
import { newKey } from '#lib/new-key.ts'

import type { ImportWords } from './import-words.ts'

interface Props {
  words: ImportWords
  onUploaded: (id: number) => void
}

/** The choice of a file, which is uploaded at once. */
export function UploadStep({ words, onUploaded }: Props) {
  const queryClient = useQueryClient()
  const [share, setShare] = useState(0)
  const [tooLarge, setTooLarge] = useState<string>()
  const [file, setFile] = useState<File>()
  const attempt = useRef<{ controller: AbortController; file: File; key: string }>(undefined)
  const upload = useSingleFlightMutation(imports.upload(queryClient, words.kind))

  const send = (chosen: File) => {
    setTooLarge(undefined)
    setFile(chosen)
    setShare(0)
    if (chosen.size > largestImportBytes) {
      upload.reset()
      return setTooLarge(
        `${chosen.name} is larger than 20 MB. Split it and import the parts one after the other.`,
      )
    }
    // Trying again with the same file keeps its key: a lost response then doesn't upload it twice.
    const key = attempt.current?.file === chosen ? attempt.current.key : newKey()
    const controller = new AbortController()
    attempt.current = { controller, file: chosen, key }
    upload.mutate(
      { file: chosen, key, onProgress: setShare, signal: controller.signal },
      { onSuccess: ({ id }) => onUploaded(id) },
    )
  }

  const isCanceled = upload.error instanceof ApiError && upload.error.kind === 'aborted'
  const fileError = upload.error instanceof ApiError ? upload.error.fields['file'] : undefined
  return (
    <SectionCard
      title="Choose a file"
      description={`Export ${words.kind} to see which columns a file can have. Nothing is imported until you have seen the result of a check.`}
    >
      <Stack>
        <FileDrop
          label="CSV file"
          title="Choose a CSV file"
          hint={words.hint}
          accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain"
          isBusy={upload.isPending}
          error={tooLarge ?? fileError}
          onFiles={([first]) => first && send(first)}
        />
        {upload.isPending && (
          <Group wrap="nowrap">
            <Stack gap={4} flex={1}>
              <Text size="sm" role="status">
                {share < 1
                  ? `Uploading ${file?.name}… ${percentText(Math.floor(share * 100) / 100)}`
                  : 'Reading the file…'}
              </Text>
              <Progress value={share * 100} size="sm" aria-label="Uploaded" animated={share === 1} />
            </Stack>
            <Button variant="default" onClick={() => attempt.current?.controller.abort()}>
              Cancel
            </Button>
          </Group>
        )}
        {!isCanceled && <InlineProblem error={upload.error} known={['file']} />}
        {upload.isError && !isCanceled && fileError === undefined && file && (
          <Button variant="default" w="fit-content" onClick={() => send(file)}>
            Try again
          </Button>
        )}
      </Stack>
    </SectionCard>
  )
}
