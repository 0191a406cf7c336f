import { mutationOptions } from '@tanstack/react-query'

import { createPortalLink, viewAsCustomer } from '#contract/portal-links.ts'

import { call } from './client.ts'

/** What staff do about the customer portal, where the features name `portal`. CHOICE 0183. */
export const portal = {
  /** Makes a link for the customer, and emails it if asked to. */
  makeLink: (id: number) =>
    mutationOptions({
      mutationFn: async (isEmailed: boolean) =>
        (await call(createPortalLink, { params: { id }, body: { is_emailed: isEmailed } })).data,
    }),
  /** Lets the person see the portal as the customer, in this browser. */
  view: (id: number) => mutationOptions({ mutationFn: () => call(viewAsCustomer, { params: { id } }) }),
}
