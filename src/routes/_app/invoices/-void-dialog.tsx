import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useRef } from 'react'

import { invoices } from '#api/invoices.ts'
import type { Invoice } from '#contract/invoices.ts'
import { InlineProblem } from '#kit/inline-problem.tsx'
import { useSingleFlightMutation } from '#kit/single-flight-mutation.ts'
import { toast } from '#kit/toast.ts'

interface Props {
  invoice: Invoice
  onClose: () => void
}

/** Asks before an invoice is voided, which can't be undone. */
export function VoidDialog({ invoice, onClose }: Props) {
  const { mutate, isPending, isInFlight, error } = useSingleFlightMutation(invoices.void(invoice.id))
  const key = useRef(crypto.randomUUID())
  const close = () => {
    if (!isInFlight()) onClose()
  }
  const confirm = () =>
    mutate(key.current, {
      onSuccess: () => {
        onClose()
        void toast.success('Invoice voided')
      },
    })
  return (
    <Modal opened onClose={close} title={`Void invoice ${invoice.invoice_number}?`}>
      <Stack>
        <Text size="sm">
          It no longer has to be paid, and stays in the list with its number. This can’t be undone.
        </Text>
        <InlineProblem error={error} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" data-autofocus disabled={isPending} onClick={close}>
            Cancel
          </Button>
          <Button color="red" loading={isPending} onClick={confirm}>
            Void invoice
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
