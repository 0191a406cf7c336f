import * as z from 'zod/mini'

import { endpoint } from '../wire/endpoint.ts'
import { Datetime } from '../wire/surface.ts'

/** Types of custom fields. Others are shown as unsupported. */
export const fieldType = { text: 1, select: 5, textArea: 7, file: 9 } as const

/** Rules of a file field: format names such as `pdf`, and how many files. */
export const FileConfig = z.looseObject({
  acceptFile: z.array(z.string()),
  allowMultiple: z.boolean(),
  maxFiles: z.int(),
})
export type FileConfig = z.infer<typeof FileConfig>

const Fields = z.looseObject({
  options: z.optional(z.nullable(z.array(z.nullable(z.string())))),
  fileConfig: z.optional(z.nullable(FileConfig)),
})

/** The name and rules of a customer's custom field. */
export const CustomFieldConfig = z.looseObject({
  id: z.int(),
  type: z.int(),
  name: z.string(),
  key: z.string(),
  required: z.boolean(),
  fields: z.nullish(Fields),
  // The specification's list has the six above; Surface X has these as well.
  description: z.nullish(z.string()),
  placeholder: z.nullish(z.string()),
  group: z.nullish(z.string()),
  location: z.nullish(z.int()),
})
export type CustomFieldConfig = z.infer<typeof CustomFieldConfig>

/** One uploaded file of a file field, as the customer shows it. */
export const StoredFile = z.looseObject({ name: z.string(), path: z.string() })
export type StoredFile = z.infer<typeof StoredFile>

/** A customer's value of a field: text, the files of a file field, or null. `user_id` is the customer’s id. */
export const CustomFieldValue = z.looseObject({
  id: z.int(),
  owner_id: z.int(),
  user_id: z.int(),
  custom_field_id: z.int(),
  value: z.union([z.string(), z.array(StoredFile), z.null()]),
  created_at: Datetime,
  updated_at: Datetime,
})
export type CustomFieldValue = z.infer<typeof CustomFieldValue>

/** A definition with one customer's values. */
export const CustomField = z.looseObject({
  id: z.int(),
  user_id: z.int(),
  location: z.int(),
  type: z.int(),
  name: z.string(),
  key: z.string(),
  description: z.nullable(z.string()),
  placeholder: z.nullable(z.string()),
  fields: z.nullish(Fields),
  group: z.string(),
  created_at: Datetime,
  updated_at: Datetime,
  custom_field_values: z.array(CustomFieldValue),
})
export type CustomField = z.infer<typeof CustomField>

/** All fields that forms ask for, in their order: retired ones are left out. */
export const listCustomFields = endpoint({
  surface: 'b',
  method: 'GET',
  path: '/api/custom-fields',
  response: z.object({ data: z.array(CustomFieldConfig) }),
})
