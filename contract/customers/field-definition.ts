import * as z from 'zod/mini'

import { endpoint } from '../wire/endpoint.ts'
import { Datetime } from '../wire/surface.ts'
import { FileConfig } from './custom-fields.ts'

/** A rename of an option whose stored values are still being rewritten. */
const OptionRename = z.object({
  from: z.string(),
  to: z.string(),
  /** How many customers had the option when it was renamed, and how many of them have the new name. */
  total: z.int(),
  changed: z.int(),
})

/** A custom field with all that the settings know of it. */
export const FieldDefinition = z.object({
  id: z.int(),
  type: z.int(),
  name: z.string(),
  key: z.string(),
  required: z.boolean(),
  description: z.nullable(z.string()),
  placeholder: z.nullable(z.string()),
  group: z.string(),
  location: z.int(),
  fields: z.object({ options: z.array(z.string()), fileConfig: z.nullable(FileConfig) }),
  /** Options that are no longer offered; customers keep them. */
  retired_options: z.array(z.string()),
  /** Null for fields in use. */
  retired_at: z.nullable(Datetime),
  /** Whether a customer has a value. The type of such a field can’t change, and it can’t be deleted. */
  has_values: z.boolean(),
  renames: z.array(OptionRename),
  created_at: Datetime,
  updated_at: Datetime,
  /** Counts the changes; `If-Match` names it. */
  version: z.int(),
})
export type FieldDefinition = z.infer<typeof FieldDefinition>

export const listFieldDefinitions = endpoint({
  surface: 'x',
  method: 'GET',
  path: '/api/x/custom-fields',
  text: 'all custom fields of customers in their order, retired ones too, with help text, group, version, whether customers have values, and renames that are under way; the `ETag` is the version of the order',
  response: z.object({ data: z.array(FieldDefinition) }),
})
