import { useQuery } from '@tanstack/react-query'

import { company, usualDefaults } from '#api/company.ts'
import { customerBilling } from '#api/customer-billing.ts'
import { customers } from '#api/customers.ts'
import { type DraftCustomer, type DraftForm, emptyDraft } from '#api/invoice-draft.ts'

import { termsOf } from './customer-terms.ts'

/**
 * An empty draft with the account's defaults, for the customer with that id, if there is one. Undefined until both have
 * been read; nobody's where there is no such customer.
 */
export function useBlankDraft(customerId?: number): DraftForm | undefined {
  const defaults = useQuery({ ...company.defaults(), staleTime: Infinity })
  const customer = useDraftCustomer(customerId)
  const hasBilling = customerId !== undefined
  const billing = useQuery({ ...customerBilling.one(customerId ?? 0), enabled: hasBilling })
  if (defaults.isPending || customer === undefined || (hasBilling && billing.isPending)) return undefined
  const blank = { ...emptyDraft(defaults.data ?? usualDefaults), customer }
  return billing.data ? { ...blank, ...termsOf(billing.data, blank, blank) } : blank
}

/** The customer with that id as drafts name them. Undefined until they have been read; null if there is none. */
export function useDraftCustomer(id: number | undefined): DraftCustomer | null | undefined {
  const { data, isPending } = useQuery({ ...customers.one(id ?? 0), enabled: id !== undefined })
  if (id === undefined) return null
  if (data) return { id: data.id, name: `${data.name} ${data.last_name}`.trim(), email: data.email }
  return isPending ? undefined : null
}
