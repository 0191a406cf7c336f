import { Button, Group, Modal, Stack, Text } from '@mantine/core'

import { invoices } from '#api/invoices.ts'
import type { Invoice } from '#contract/invoices.ts'
import { InlineProblem } from '#kit/inline-problem.tsx'
import { useSingleFlightMutation } from '#kit/single-flight-mutation.ts'
import { toast } from '#kit/toast.ts'

interface Props {
  invoice: Pick<Invoice, 'id' | 'invoice_number' | 'customer_name'>
  onClose: () => void
  onDeleted: () => void
}

/** Asks before a draft is deleted, which can't be undone. */
export function DeleteDraftDialog({ invoice, onClose, onDeleted }: Props) {
  const remove = useSingleFlightMutation(invoices.deleteDraft(invoice.id))
  const close = () => {
    if (!remove.isInFlight()) onClose()
  }
  // Gone already, or deleted by a request whose response was lost.
  const isGone = remove.error?.kind === 'absent'
  const finish = () => {
    onDeleted()
    void toast.success('Draft deleted')
  }
  return (
    <Modal opened onClose={close} title="Delete this draft?">
      <Stack>
        <Text size="sm">
          The draft for <bdi>{invoice.customer_name}</bdi> will be deleted. This can’t be undone.
        </Text>
        {!isGone && <InlineProblem error={remove.error} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" data-autofocus disabled={remove.isPending} onClick={close}>
            Cancel
          </Button>
          <Button
            color="red"
            loading={remove.isPending}
            onClick={() =>
              remove.mutate(undefined, {
                onSuccess: finish,
                onError: ({ kind }) => kind === 'absent' && finish(),
              })
            }
          >
            Delete draft
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
