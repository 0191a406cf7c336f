import { Button, type ButtonProps } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import type { Ref } from 'react'

import { invoicePdf } from '#api/invoice-pdf.ts'
import type { Invoice } from '#contract/invoices.ts'
import { downloadFile } from '#kit/download-file.ts'
import { useSingleFlightMutation } from '#kit/single-flight-mutation.ts'
import { toast } from '#kit/toast.ts'

type Named = Pick<Invoice, 'id' | 'invoice_number'>

/** Returns what downloads the invoice as a PDF, and whether that is under way. Needs `invoices.pdf`. */
export function useDownloadPdf({ id, invoice_number }: Named): { run: () => void; isPending: boolean } {
  const { mutate, isPending } = useSingleFlightMutation(invoicePdf.download(id))
  const run = () =>
    mutate(undefined, {
      onSuccess: (file) => downloadFile(file, `${invoice_number.replaceAll(/[/\\]/g, '-')}.pdf`),
      onError: ({ message }) =>
        void toast({ id: 'pdf', color: 'red', title: 'Couldn’t download the PDF', message }),
    })
  return { run, isPending }
}

interface Props extends ButtonProps {
  invoice: Named
  ref?: Ref<HTMLButtonElement>
}

/** Downloads the invoice as a PDF. */
export function DownloadPdfButton({ invoice, ...button }: Props) {
  const { run, isPending } = useDownloadPdf(invoice)
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
