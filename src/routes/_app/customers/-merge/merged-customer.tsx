import { useQuery } from '@tanstack/react-query'
import { Navigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'

import { customerMerge } from '#api/customer-merge.ts'

/** In place of a customer's page that doesn't exist: leads to the customer it was merged into, if it was. */
export function MergedCustomer({ id, children }: { id: number; children: ReactNode }) {
  const { data: survivor, isPending } = useQuery(customerMerge.survivorOf(id))
  if (isPending) return null
  if (survivor === undefined) return children
  return <Navigate to="/customers/$id" params={{ id: String(survivor) }} replace />
}
