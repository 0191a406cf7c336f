import { mutationOptions, queryOptions } from '@tanstack/react-query'

import type { FieldDefinition } from '#contract/customers/field-definition.ts'
import {
  type FieldInput,
  type FieldUsage,
  createField,
  deleteField,
  orderFields,
  setFieldRetired,
  showFieldDefinition,
  updateField,
} from '#contract/customers/field-definitions.ts'

import { call, callVersioned } from './client.ts'
import { customFields } from './custom-fields.ts'
import { ApiError } from './errors.ts'

/** A field as it was read, with how many customers use it, and its version. */
export interface EditedField {
  readonly field: FieldUsage
  readonly version: string
}

/** The fields after a move. */
export interface Arrangement {
  /** The ids of all fields in their new order. */
  readonly ids: readonly number[]
  /** The field that moves into another group. */
  readonly regrouped?: { readonly id: number; readonly group: string }
}
export type Arrange = (fields: readonly FieldDefinition[]) => Arrangement

/** Others may move fields at the same time; each attempt takes theirs into account. */
const attemptsAtMost = 5

/** The fields as a move leaves them; what it leaves out keeps its place behind the others. */
export function arranged(fields: readonly FieldDefinition[], arrange: Arrange): FieldDefinition[] {
  const { ids, regrouped } = arrange(fields)
  const places = new Map(ids.map((id, place) => [id, place]))
  return fields
    .map((field) => (field.id === regrouped?.id ? { ...field, group: regrouped.group } : field))
    .toSorted((one, other) => (places.get(one.id) ?? fields.length) - (places.get(other.id) ?? fields.length))
}

/** Queries and mutations of custom fields for the settings. */
export const fieldSettings = {
  /** A field to edit, with how many customers use it and the version that the update names. */
  toEdit: (id: number) =>
    queryOptions({
      queryKey: [...customFields.all, 'edit', id] as const,
      queryFn: async ({ signal }): Promise<EditedField> => {
        const { response, version } = await callVersioned(showFieldDefinition, { params: { id } }, signal)
        return { field: response.data, version: version ?? '' }
      },
      gcTime: 0,
      staleTime: Infinity,
    }),
  /** `key`: the same for every attempt at the same field, so that retrying doesn't create a second one. */
  create: () =>
    mutationOptions({
      mutationFn: async ({ input, key }: { input: FieldInput; key: string }) =>
        (await call(createField, { body: input, key })).data,
      meta: { stale: customFields.all },
    }),
  update: (id: number) =>
    mutationOptions({
      mutationFn: async ({ input, ...how }: { input: FieldInput; key: string; version: string }) =>
        (await call(updateField, { params: { id }, body: input, ...how })).data,
      meta: { stale: customFields.all },
    }),
  setRetired: () =>
    mutationOptions({
      mutationFn: async ({ field, isRetired }: { field: FieldDefinition; isRetired: boolean }) =>
        (
          await call(setFieldRetired, {
            params: { id: field.id },
            body: { is_retired: isRetired },
            version: `"${field.version}"`,
          })
        ).data,
      meta: { stale: customFields.all },
    }),
  remove: () =>
    mutationOptions({
      mutationFn: ({ id, version }: FieldDefinition) =>
        call(deleteField, { params: { id }, version: `"${version}"` }),
      meta: { stale: customFields.all },
    }),
  /** One move after the other. Where somebody else moved a field first, the move is repeated on their order. */
  arrange: () =>
    mutationOptions({
      scope: { id: 'custom-field-order' },
      mutationFn: async (arrange: Arrange, { client }) => {
        const query = customFields.definitions()
        for (let attempt = 1; ; attempt += 1) {
          const { fields, version } = await client.fetchQuery({
            ...query,
            ...(attempt > 1 && { staleTime: 0 }),
          })
          // The screen shows the move already: what it changes is asked of the move itself, not found by comparing.
          const { regrouped } = arrange(fields)
          const body = {
            fields: arranged(fields, arrange).map(({ id }) => id),
            ...(regrouped && { groups: [regrouped] }),
          }
          try {
            const sent = await callVersioned(orderFields, { body, version })
            client.setQueryData(query.queryKey, { fields: sent.response.data, version: sent.version ?? '' })
            return
          } catch (error) {
            if (!(error instanceof ApiError) || error.kind !== 'changed' || attempt === attemptsAtMost)
              throw error
          }
        }
      },
      meta: { stale: customFields.all },
    }),
}
