import { IconCopy, IconDownload, IconPrinter, IconUser } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'

import { invoicePdf } from '#api/invoice-pdf.ts'
import { session } from '#api/session.ts'
import type { Invoice } from '#contract/invoices/invoices.ts'
import { copyWithToast } from '#kit/copy-with-toast.ts'
import { usePageActions } from '#kit/page-actions.ts'
import { reachActions } from '#kit/reach-actions.ts'
import { useDownloadPdf } from '#parts/invoices/download-pdf.tsx'

/** Offers the actions of the visible invoice in the palette; undefined offers none. */
export function useInvoicePageActions(invoice: Invoice | undefined): void {
  const navigate = useNavigate()
  const { data: current } = useSuspenseQuery(session.current())
  const pdf = useDownloadPdf({
    number: invoice?.invoice_number ?? '',
    pdf: invoicePdf.download(invoice?.id ?? 0),
  })
  const hasPdf = current.features.pdf
  const download = { label: 'Download PDF', icon: IconDownload, run: pdf.run }
  usePageActions(invoice ? [...(hasPdf ? [download] : []), ...actionsOf(invoice, navigate)] : [])
}

const actionsOf = (
  { invoice_number, customer_id, customer_email }: Invoice,
  navigate: ReturnType<typeof useNavigate>,
) => [
  { label: 'Print invoice', icon: IconPrinter, run: () => print() },
  {
    label: 'Copy invoice number',
    icon: IconCopy,
    run: () =>
      void copyWithToast(
        invoice_number,
        `Copied ${invoice_number}`,
        `Copy ${invoice_number} from the page instead`,
      ),
  },
  {
    label: 'Open the invoice’s customer',
    icon: IconUser,
    run: () => void navigate({ to: '/customers/$id', params: { id: String(customer_id) } }),
  },
  ...reachActions({ email: customer_email }, 'the invoice’s customer'),
]
