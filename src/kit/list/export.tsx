import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'

import { prepareToasts } from '#kit/toast.ts'

import { type ExportJob, exportFile } from './parts/export-file.tsx'

prepareToasts()

interface Props extends ExportJob {
  disabled?: boolean
  /** Like the other buttons of a bar. Default: like those of a toolbar. */
  compact?: boolean
}

/** Saves the whole list, as far as its search and filters go, as a CSV file. A toast shows how far it is. */
export function ListExport({ disabled = false, compact = false, ...job }: Props) {
  return (
    <Button
      data-list-tool
      variant="default"
      {...(compact && { size: 'compact-md' })}
      leftSection={<IconDownload size={16} aria-hidden />}
      disabled={disabled}
      onClick={() => void exportFile(job)}
    >
      Export
    </Button>
  )
}
