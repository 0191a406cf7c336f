import { keepPreviousData, useQuery } from '@tanstack/react-query'

import { customers } from '#api/customers.ts'
import type { CustomerById } from '#contract/customers/customers.ts'

/** What rows don’t say of the customers with these ids, where that is asked for. */
export function useCustomersById(
  ids: readonly number[],
  isAsked: boolean,
): ReadonlyMap<number, CustomerById> | undefined {
  const { data } = useQuery({
    ...customers.byId(ids),
    enabled: isAsked && ids.length > 0,
    placeholderData: keepPreviousData,
  })
  return isAsked ? data : undefined
}
