import * as z from 'zod/mini'

import { endpoint } from '../wire/endpoint.ts'
import { idParams } from '../wire/surface.ts'
import { type BusinessKey, businessKeys } from './customers.ts'

/** Merging two customers. */

/** The fields of every customer that a merge chooses between. */
export const mergedFields = [
  'name',
  'last_name',
  'email',
  'phone',
  ...businessKeys,
  'photo',
  'permissions',
  'processor',
] as const satisfies readonly (string | BusinessKey)[]
export type MergedField = (typeof mergedFields)[number]

const fieldList = `take must be a list of fields: ${mergedFields.join(', ')}`

export const mergeCustomers = endpoint({
  surface: 'x',
  method: 'POST',
  path: '/api/x/customers/:id/merge',
  text: 'merges the customer `other` into this one: fields in `take` and custom fields in `take_custom_fields` (ids) become the other’s, the rest stays; invoices, contacts, notes, files and activity move, and so does the invoice template if this one has none; the other goes to the trash; `other_version` names its version, or 412',
  needsVersion: true,
  isIdempotent: true,
  record: 'customers',
  ability: 'customers.manage',
  params: idParams,
  body: z.strictObject({
    other: z.int('other must be the id of a customer').check(z.gte(1, 'other must be the id of a customer')),
    other_version: z
      .string('other_version must be the ETag of the other customer')
      .check(z.regex(/^"[1-9][0-9]{0,8}"$/, 'other_version must be the ETag of the other customer')),
    take: z
      .array(z.enum(mergedFields, fieldList), fieldList)
      .check(z.maxLength(mergedFields.length, fieldList)),
    take_custom_fields: z
      .array(z.int('take_custom_fields must be a list of ids'), 'take_custom_fields must be a list of ids')
      .check(z.maxLength(1_000, 'take_custom_fields must be a list of at most 1000 ids')),
  }),
  response: z.object({ data: z.object({ id: z.int() }) }),
})

export const showMerged = endpoint({
  surface: 'x',
  method: 'GET',
  path: '/api/x/merged-customers/:id',
  text: '`survivor_id`, the customer that a merged one became part of, for links to the old one; 404 if it wasn’t merged',
  record: 'customer_merges',
  params: idParams,
  response: z.object({ data: z.object({ survivor_id: z.int() }) }),
})
