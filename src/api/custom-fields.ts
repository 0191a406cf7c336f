import { queryOptions } from '@tanstack/react-query'

import type { Features } from '#contract/access/session.ts'
import { CustomFieldConfig, listCustomFields } from '#contract/customers/custom-fields.ts'
import { listFieldDefinitions } from '#contract/customers/field-definition.ts'

import { call, callVersioned } from './client.ts'
import { callRows } from './rows.ts'

/** It changes rarely, so a minute old is fresh enough. */
const staleTime = 60_000

/** The account’s configuration of custom fields. */
export const customFields = {
  all: ['custom-fields'] as const,
  /** The fields in use, without help text and groups. */
  list: () =>
    queryOptions({
      queryKey: [...customFields.all, 'list'] as const,
      queryFn: async ({ signal }) => (await callRows(listCustomFields, CustomFieldConfig, {}, signal)).rows,
      staleTime,
    }),
  /** All definitions, retired ones included, with the version of their order. */
  definitions: () =>
    queryOptions({
      queryKey: [...customFields.all, 'definitions'] as const,
      queryFn: async ({ signal }) => {
        const { response, version } = await callVersioned(listFieldDefinitions, {}, signal)
        return { fields: response.data, version: version ?? '' }
      },
      staleTime,
    }),
  /** The fields that forms ask for. Other services have no help texts. */
  asked: (features: Features) =>
    queryOptions({
      queryKey: [...customFields.all, 'asked', features.records] as const,
      queryFn: async ({ signal }) =>
        features.records
          ? (await call(listFieldDefinitions, {}, signal)).data.filter(
              ({ retired_at }) => retired_at === null,
            )
          : (await callRows(listCustomFields, CustomFieldConfig, {}, signal)).rows,
      staleTime,
    }),
}
