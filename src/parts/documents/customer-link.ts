import { portal } from '#api/portal.ts'
import type { LinkedKind } from '#contract/documents/linked-kinds.ts'
import { copyWithToast } from '#kit/copy-with-toast.ts'
import { useSingleFlightMutation } from '#kit/single-flight-mutation.ts'
import { toast } from '#kit/toast.ts'

interface Linked {
  readonly kind: LinkedKind
  readonly id: number
  readonly customer_id: number
}

/** Returns what copies a link for the customer to the document, as emails about it have. */
export function useCustomerLink({ kind, id, customer_id }: Linked): () => void {
  const { mutate } = useSingleFlightMutation(portal.documentLink(customer_id))
  return () =>
    mutate(
      { kind, id },
      {
        onSuccess: (link) => void copyWithToast(link, 'Customer link copied', `Copy it by hand: ${link}`),
        onError: toast.failed('copied', 'Couldn’t make a link'),
      },
    )
}
