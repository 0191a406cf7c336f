import { useNavigate } from '@tanstack/react-router'

import { invoiceWrites } from '#api/invoice-writes.ts'
import { useAttempt } from '#kit/attempt.ts'
import { toast } from '#kit/toast.ts'

/** Returns what makes a draft like that invoice and opens it. */
export function useDuplicate(id: number): () => void {
  const navigate = useNavigate()
  const { mutate } = useAttempt(invoiceWrites.duplicate(id))
  return () =>
    mutate(
      {},
      {
        onSuccess: (draft) => void navigate({ to: '/invoices/$id/edit', params: { id: String(draft.id) } }),
        onError: ({ message }) =>
          void toast({ id: 'duplicate', color: 'red', title: 'Couldn’t duplicate the invoice', message }),
      },
    )
}
