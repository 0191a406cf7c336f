import { useSuspenseQuery } from '@tanstack/react-query'

import { session } from '#api/session.ts'

import type { InvoiceLink } from './-figures.ts'

/** The list's search, without filters that the service would refuse. */
export function useInvoiceLink(): (link: InvoiceLink) => Partial<InvoiceLink> {
  const { data: current } = useSuspenseQuery(session.current())
  return current.features.records ? asItIs : asSpecified
}

const asItIs = (link: InvoiceLink) => link

/** The list of the specification has neither currencies nor issue dates, and each status alone. */
export const asSpecified = ({ status, from, to }: InvoiceLink): Partial<InvoiceLink> => ({
  ...(status !== undefined && status !== 'outstanding' && { status }),
  ...(from !== undefined && { from }),
  ...(to !== undefined && { to }),
})
