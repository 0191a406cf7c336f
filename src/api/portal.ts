import { mutationOptions, queryOptions } from '@tanstack/react-query'

import type { LinkedKind } from '#contract/documents/linked-kinds.ts'
import {
  createDocumentLink,
  createPortalLink,
  endPortalSessions,
  listPortalSessions,
  viewAsCustomer,
} from '#contract/portal/links.ts'

import { call } from './client.ts'

const all = ['portal'] as const

/** Staff's side of the customer portal. */
export const portal = {
  /** Makes a link for the customer, and emails it if asked to. */
  makeLink: (id: number) =>
    mutationOptions({
      mutationFn: async (isEmailed: boolean) =>
        (await call(createPortalLink, { params: { id }, body: { is_emailed: isEmailed } })).data,
    }),
  /** Makes a link to one document of the customer. */
  documentLink: (id: number) =>
    mutationOptions({
      mutationFn: async (body: { readonly kind: LinkedKind; readonly id: number }) =>
        (await call(createDocumentLink, { params: { id }, body })).data.link,
    }),
  /** The sessions that the customer has now. */
  sessions: (id: number) =>
    queryOptions({
      queryKey: [...all, 'sessions', id] as const,
      queryFn: async ({ signal }) => (await call(listPortalSessions, { params: { id } }, signal)).data,
    }),
  endSessions: (id: number) =>
    mutationOptions({
      mutationFn: () => call(endPortalSessions, { params: { id } }),
      meta: { stale: all },
    }),
  /** Lets the person see the portal as the customer, in this browser. */
  view: (id: number) => mutationOptions({ mutationFn: () => call(viewAsCustomer, { params: { id } }) }),
}
