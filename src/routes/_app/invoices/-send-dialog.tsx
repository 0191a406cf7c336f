import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { invoices, versionOf } from '#api/invoices.ts'
import { session } from '#api/session.ts'
import type { Invoice } from '#contract/invoices.ts'
import { InlineProblem } from '#kit/inline-problem.tsx'
import { Money } from '#kit/money.tsx'
import { useSingleFlightMutation } from '#kit/single-flight-mutation.ts'

import { DownloadPdfButton } from './-download-pdf.tsx'

interface Props {
  invoice: Invoice
  onClose: () => void
}

/** Sends a draft: it gets its number and can’t be changed any more. Then offers to print it. */
export function SendDialog({ invoice, onClose }: Props) {
  const {
    mutate,
    isPending,
    isInFlight,
    error,
    data: sent,
  } = useSingleFlightMutation(invoices.send(invoice.id))
  // The same for every attempt, so that a lost response sends nothing twice: by then, the invoice has another version.
  const [attempt] = useState({
    key: crypto.randomUUID(),
    version: versionOf({ version: invoice.version ?? 1 }),
  })
  const { data: current } = useSuspenseQuery(session.current())
  const hasPdf = current.features.includes('invoices.pdf')
  const close = () => {
    if (!isInFlight()) onClose()
  }
  if (sent)
    return (
      <Modal opened onClose={close} title={`Invoice ${sent.invoice_number} is ready`}>
        <Stack>
          <Text size="sm">
            It’s marked as sent. Nothing was emailed: {hasPdf ? 'download the' : 'print it or save it as a'}{' '}
            PDF and send it to <bdi>{sent.customer_email}</bdi> yourself.
          </Text>
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={close}>
              Done
            </Button>
            {hasPdf ? (
              <DownloadPdfButton invoice={sent} variant="filled" ref={focus} />
            ) : (
              <Button
                ref={focus}
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
      </Modal>
    )
  return (
    <Modal opened onClose={close} title="Send this invoice?">
      <Stack>
        <Text size="sm">
          <bdi>{invoice.customer_name}</bdi> owes{' '}
          <Money amount={invoice.total_amount} currency={invoice.currency} />. The invoice gets its number and
          today’s date, and can’t be changed afterwards. Bureau doesn’t email it:{' '}
          {hasPdf ? 'you download the PDF next.' : 'you print it or save it as a PDF next.'}
        </Text>
        <InlineProblem error={error} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" disabled={isPending} onClick={close}>
            Cancel
          </Button>
          <Button data-autofocus loading={isPending} onClick={() => mutate(attempt)}>
            Send invoice
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

/** The button that had the focus has gone, and the dialog gives it to nothing while it stays open. */
const focus = (button: HTMLButtonElement | null) => button?.focus()
