import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'

import { customerNames } from '#api/customer-names.ts'
import type { Features } from '#contract/access/session.ts'
import type { Contact } from '#contract/customers/contacts.ts'

const none: ReadonlyMap<number, string> = new Map()

/** Returns the names of the customers that contacts belong to, by id; undefined where the service doesn't tell. */
export function useCustomerNames(
  contacts: readonly Contact[] | undefined,
  features: Features,
): ReadonlyMap<number, string> | undefined {
  const ids = useMemo(
    () => [...new Set(contacts?.flatMap(({ customer_id }) => customer_id ?? []))].toSorted((a, b) => a - b),
    [contacts],
  )
  const isOffered = features.records
  const { data } = useQuery({
    ...customerNames(ids),
    enabled: isOffered && ids.length > 0,
    placeholderData: keepPreviousData,
  })
  return isOffered ? (data ?? none) : undefined
}
