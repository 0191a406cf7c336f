import { useNavigate } from '@tanstack/react-router'

import { type OneDocument, documents } from '#api/documents.ts'
import type { ConversionTarget } from '#contract/documents/documents.ts'
import { useAttempt } from '#kit/attempt.ts'
import { toast } from '#kit/toast.ts'

/** Makes a draft from an accepted proposal and opens it. */
export function useConversion({ id }: Pick<OneDocument, 'id'>, target: ConversionTarget) {
  const navigate = useNavigate()
  const { mutate, ...request } = useAttempt(documents.convert(id, target))
  const open = (made: number) => {
    void navigate({
      to: target === 'invoice' ? '/invoices/$id' : '/contracts/$id',
      params: { id: String(made) },
    })
    void toast.success(target === 'invoice' ? 'Invoice drafted' : 'Contract drafted')
  }
  return {
    ...request,
    convert: (again: boolean, onError?: (error: Error) => void) =>
      mutate({ again }, { onSuccess: open, ...(onError && { onError }) }),
  }
}
