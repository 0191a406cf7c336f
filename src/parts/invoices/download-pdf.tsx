import { Button, type ButtonProps } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import type { Ref } from 'react'

import type { invoicePdf } from '#api/invoice-pdf.ts'
import { downloadFile } from '#kit/download-file.ts'
import { useSingleFlightMutation } from '#kit/single-flight-mutation.ts'
import { toast } from '#kit/toast.ts'

import { fileName } from './file-name.ts'

interface Document {
  /** The number of the invoice or the credit note; the file is named after it. */
  number: string
  pdf: ReturnType<typeof invoicePdf.download>
}

/** Returns what downloads the document as a PDF, and whether that is under way. */
export function useDownloadPdf({ number, pdf }: Document): { run: () => void; isPending: boolean } {
  const { mutate, isPending } = useSingleFlightMutation(pdf)
  const run = () =>
    mutate(undefined, {
      onSuccess: (file) => downloadFile(file, fileName(number, '.pdf')),
      onError: toast.failed('pdf', 'Couldn’t download the PDF'),
    })
  return { run, isPending }
}

interface Props extends ButtonProps, Document {
  ref?: Ref<HTMLButtonElement>
}

/** Downloads the document as a PDF. */
export function DownloadPdfButton({ number, pdf, ...button }: Props) {
  const { run, isPending } = useDownloadPdf({ number, pdf })
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
      loading={isPending}
      onClick={run}
      {...button}
    >
      Download PDF
    </Button>
  )
}
