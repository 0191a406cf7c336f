import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import type { ReactNode } from 'react'

import { prepareToasts } from '#kit/toast.ts'

import { type ExportJob, exportFile } from './export-file.tsx'

prepareToasts()

interface Props extends ExportJob {
  disabled?: boolean
  /** Looks like the other buttons of a selection bar instead of those of a toolbar. */
  compact?: boolean
  /** Its label. */
  children?: ReactNode
}

/** Saves all results of the list's search and filters as a file. A toast shows the progress. */
export function ListExport({ disabled = false, compact = false, children = 'Export', ...job }: Props) {
  return (
    <Button
      data-list-tool
      variant="default"
      {...(compact ? { size: 'compact-md' } : { leftSection: <IconDownload size={16} aria-hidden /> })}
      disabled={disabled}
      onClick={() => void exportFile(job)}
    >
      {children}
    </Button>
  )
}
