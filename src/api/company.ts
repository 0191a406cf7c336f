import { type QueryClient, mutationOptions, queryOptions } from '@tanstack/react-query'

import {
  type CompanyInput,
  removeLogo,
  showCompany,
  updateCompany,
  uploadLogo,
} from '#contract/account/company.ts'

import { call, callVersioned, upload } from './client.ts'
import type { DraftDefaults } from './invoice-draft.ts'
import { session } from './session.ts'

/** Defaults of new invoices where the service has none. */
export const usualDefaults: DraftDefaults = { currency: 'EUR', payment_days: 30, tax_rate: 0 }

/** A logo to upload. */
interface LogoUpload {
  readonly file: File
  /** The same for every attempt, so that a lost response doesn’t upload it twice. */
  readonly key: string
}

/** The company behind the account. */
export const company = {
  all: ['company'] as const,
  /** As it is now, with the version that an update names. */
  current: () =>
    queryOptions({
      queryKey: [...company.all, 'current'] as const,
      queryFn: async ({ signal }) => {
        const { response, version } = await callVersioned(showCompany, {}, signal)
        return { company: response.data, version: version ?? '' }
      },
    }),
  /** Defaults of new invoices. */
  defaults: () =>
    queryOptions({
      queryKey: [...company.all, 'defaults'] as const,
      queryFn: async ({ signal }): Promise<DraftDefaults> => (await call(showCompany, {}, signal)).data,
    }),
  update: (client: QueryClient) =>
    mutationOptions({
      mutationFn: async ({ input, ...how }: { input: CompanyInput; key: string; version: string }) => {
        const { response, version } = await callVersioned(updateCompany, { body: input, ...how })
        // Its name and its days are part of the session.
        void client.invalidateQueries(session.current())
        return { company: response.data, version: version ?? '' }
      },
      meta: { stale: company.all },
    }),
  uploadLogo: () =>
    mutationOptions({
      mutationFn: async ({ file, ...options }: LogoUpload) => {
        const form = new FormData()
        form.append('logo', file)
        return (await upload(uploadLogo, form, options)).data
      },
      meta: { stale: company.all },
    }),
  removeLogo: () =>
    mutationOptions({
      mutationFn: async ({ key }: { readonly key: string }) => (await call(removeLogo, { key })).data,
      meta: { stale: company.all },
    }),
}
