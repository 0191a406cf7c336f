import { useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'

import { invoiceWrites } from '#api/invoice-writes.ts'
import { useSingleFlightMutation } from '#kit/single-flight-mutation.ts'
import { toast } from '#kit/toast.ts'
import { newKey } from '#lib/new-key.ts'

/** Returns what makes a draft like that invoice and opens it. */
export function useDuplicate(id: number): () => void {
  const navigate = useNavigate()
  // The same until it has worked, so that a lost response leaves no second draft.
  const key = useRef<string>(undefined)
  const { mutate } = useSingleFlightMutation(invoiceWrites.duplicate(id))
  return () => {
    key.current ??= newKey()
    mutate(key.current, {
      onSuccess: (draft) => {
        key.current = undefined
        void navigate({ to: '/invoices/$id/edit', params: { id: String(draft.id) } })
      },
      onError: ({ message }) =>
        void toast({ id: 'duplicate', color: 'red', title: 'Couldn’t duplicate the invoice', message }),
    })
  }
}
