import { Button, Group, Stack, Text } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'

import { invoicePdf } from '#api/invoice-pdf.ts'
import { session } from '#api/session.ts'
import type { Invoice } from '#contract/invoices.ts'
import { DownloadPdfButton } from '#parts/invoices/download-pdf.tsx'

interface Props {
  invoice: Invoice
  /** Where it is emailed to; empty if it isn’t. */
  to: readonly string[]
  onClose: () => void
}

/** In the dialog that sent it: the result, and the way to hand the invoice over. */
export function SentResult({ invoice, to, onClose }: Props) {
  const { data: current } = useSuspenseQuery(session.current())
  const hasPdf = current.features.pdf
  const isEmailed = to.length > 0
  return (
    <Stack>
      <Text size="sm">
        {isEmailed ? (
          <>
            It’s being emailed to <bdi>{to.join(', ')}</bdi>. Its status is shown on the invoice.
          </>
        ) : (
          <>
            It’s marked as sent. Nothing was emailed: {hasPdf ? 'download the' : 'print it or save it as a'}{' '}
            PDF and send it to <bdi>{invoice.customer_email}</bdi> yourself.
          </>
        )}
      </Text>
      <Group justify="flex-end" gap="xs">
        <Button
          variant={isEmailed ? 'filled' : 'default'}
          data-autofocus={isEmailed || undefined}
          onClick={onClose}
        >
          Done
        </Button>
        {hasPdf ? (
          <DownloadPdfButton
            number={invoice.invoice_number}
            pdf={invoicePdf.download(invoice.id)}
            variant={isEmailed ? 'default' : 'filled'}
            data-autofocus={!isEmailed || undefined}
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
