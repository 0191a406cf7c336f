import { Button, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'

import { imports } from '#api/imports.ts'
import type { ImportKind } from '#contract/imports.ts'
import { downloadFile } from '#kit/download-file.ts'

/** Downloads the rows that failed, to be fixed and imported again. */
export function FailedFileButton({ kind, id }: { kind: ImportKind; id: number }) {
  const file = useMutation({
    mutationFn: async () => {
      const content = await imports.failed(kind, id, AbortSignal.timeout(120_000))
      downloadFile(content, `${kind}-not-imported.csv`)
    },
  })
  return (
    <>
      {file.isError && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          Couldn’t download the file. {file.error.message}.
        </Text>
      )}
      <Button
        variant="default"
        leftSection={<IconDownload size={16} aria-hidden />}
        loading={file.isPending}
        onClick={() => file.mutate()}
      >
        Download rows with problems
      </Button>
    </>
  )
}
