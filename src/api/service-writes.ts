import { mutationOptions, queryOptions } from '@tanstack/react-query'

import {
  type PriceChange,
  type TagChange,
  createService,
  previewServicePrices,
  retagServices,
  setServicePrices,
  setServicesActive,
  updateService,
} from '#contract/services/changes.ts'
import type { ServiceInput } from '#contract/services/input.ts'

import { call } from './client.ts'
import { services } from './services.ts'

/** Mutations of services, apart from the queries, which every list’s export brings along. */
export const serviceWrites = {
  /** `key`: the same for every attempt at the same service, so that retrying doesn't create a second one. */
  create: () =>
    mutationOptions({
      mutationFn: async ({ input, key }: { input: ServiceInput; key: string }) =>
        (await call(createService, { body: input, key })).data,
      meta: { stale: services.all },
    }),
  update: (id: number) =>
    mutationOptions({
      mutationFn: async ({ input, ...how }: { input: ServiceInput; key: string; version: string }) =>
        (await call(updateService, { params: { id }, body: input, ...how })).data,
      meta: { stale: services.all },
    }),
  /** Resolves to the ids of the services that it changed. */
  setActive: () =>
    mutationOptions({
      mutationFn: async (body: { ids: readonly number[]; is_active: boolean }) =>
        (await call(setServicesActive, { body: { ...body, ids: [...body.ids] } })).data.changed,
      meta: { stale: services.all },
    }),
  /** Resolves to what changed; swapping `add` and `remove` undoes it. */
  retag: () =>
    mutationOptions({
      mutationFn: async ({ changes, key }: { changes: readonly TagChange[]; key: string }) =>
        (await call(retagServices, { body: { changes: [...changes] }, key })).data.changes,
      meta: { stale: services.all },
    }),
  /** The prices after a change by a percentage. */
  pricePreview: (ids: readonly number[], percent: number) =>
    queryOptions({
      queryKey: [...services.all, 'price-preview', ids, percent] as const,
      queryFn: async ({ signal }) =>
        (await call(previewServicePrices, { body: { ids: [...ids], percent } }, signal)).data,
      gcTime: 0,
    }),
  /** Resolves to the prices before and the new versions. */
  setPrices: () =>
    mutationOptions({
      mutationFn: async ({ prices, key }: { prices: readonly PriceChange[]; key: string }) => {
        const body = { prices: prices.map(({ id, version, to }) => ({ id, version, price: to })) }
        return (await call(setServicePrices, { body, key })).data
      },
      meta: { stale: services.all },
    }),
}
