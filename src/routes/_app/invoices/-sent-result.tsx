import { Button, Group, Stack, Text } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'

import { invoicePdf } from '#api/invoice-pdf.ts'
import { session } from '#api/session.ts'
import type { Invoice } from '#contract/invoices/invoices.ts'
import { DownloadPdfButton } from '#parts/invoices/download-pdf.tsx'

interface Props {
  invoice: Invoice
  onClose: () => void
}

/** In the dialog that sent it without an email: the way to hand the invoice over. */
export function SentResult({ invoice, onClose }: Props) {
  const { data: current } = useSuspenseQuery(session.current())
  const hasPdf = current.features.pdf
  return (
    <Stack>
      <Text size="sm">
        It’s marked as sent. Nothing was emailed: {hasPdf ? 'download the' : 'print it or save it as a'} PDF
        and send it to <bdi>{invoice.customer_email}</bdi> yourself.
      </Text>
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          Done
        </Button>
        {hasPdf ? (
          <DownloadPdfButton
            number={invoice.invoice_number}
            pdf={invoicePdf.download(invoice.id)}
            variant="filled"
            data-autofocus
          />
        ) : (
          <Button
            data-autofocus
            leftSection={<IconPrinter size={16} aria-hidden />}
            onClick={() => {
              onClose()
              // The dialog isn't part of what is printed.
              requestAnimationFrame(() => print())
            }}
          >
            Print or save as PDF
          </Button>
        )}
      </Group>
    </Stack>
  )
}
