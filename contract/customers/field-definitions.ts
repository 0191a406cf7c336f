import * as z from 'zod/mini'

import { endpoint } from '../wire/endpoint.ts'
import { idParams } from '../wire/surface.ts'
import { fieldType } from './custom-fields.ts'
import { FieldDefinition } from './field-definition.ts'

/** Surface X: how an account defines the custom fields of its customers. */

/** A field, and how many customers have a value in it. */
export const FieldUsage = z.extend(FieldDefinition, {
  values: z.int(),
  /** For select fields: how many customers have each value, the most frequent first. */
  option_values: z.array(z.object({ option: z.string(), count: z.int() })),
})
export type FieldUsage = z.infer<typeof FieldUsage>

/** Types that a field can be given. */
export const definableTypes = Object.values(fieldType)

/** Most fields of an account, retired ones included, and options of a field. */
export const mostFields = 100
/** The most options of a field, retired ones included. */
export const mostOptions = 200
/** The most files that a file field may take. */
export const mostFiles = 20
/** The most file formats that a file field may name. */
export const mostFormats = 20

/** Longest text of each part of a definition, in characters (UTF-16 units). */
export const longestDefinition = {
  name: 100,
  group: 100,
  description: 500,
  placeholder: 200,
  option: 200,
} as const

const atMost = (most: number) => z.maxLength(most, `Use at most ${most} characters`)
// Also none that turn the direction of text: names are shown in sentences.
const visible = z.regex(
  /^[^\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]*$/u,
  'Remove hidden characters, such as line breaks',
)
const line = (missing: string, most: number) =>
  z.string(missing).check(z.trim(), z.minLength(1, missing), atMost(most), visible)
const optionalLine = (name: string, most: number) =>
  z.string(`${name} must be text`).check(z.trim(), atMost(most), visible)

const Option = z.object(
  {
    name: line('Enter an option', longestDefinition.option),
    /** The option's previous name if it changes: stored values are renamed, too. */
    was: z.optional(z.string('was must be text')),
  },
  'options must be a list of options',
)

const typeText = `type must be one of ${definableTypes.join(', ')}`

/** A custom field as staff define it. Its key is made from the first name and never changes. */
export const FieldInput = z.object({
  /** One of `definableTypes`, or the one that the field has. */
  type: z.int(typeText),
  name: line('Enter a name', longestDefinition.name),
  group: optionalLine('group', longestDefinition.group),
  description: optionalLine('description', longestDefinition.description),
  placeholder: optionalLine('placeholder', longestDefinition.placeholder),
  required: z.boolean('required must be true or false'),
  /** Of a select field, in the order in which they are offered. */
  options: z
    .array(Option, 'options must be a list of options')
    .check(z.maxLength(mostOptions, `Use at most ${mostOptions} options`)),
  /** Names of options that are no longer offered. */
  retired_options: z
    .array(z.string('retired_options must be a list of texts'), 'retired_options must be a list of texts')
    .check(z.maxLength(mostOptions, `Use at most ${mostOptions} options`)),
  /** Of a file field. */
  file_config: z.nullable(
    z.object(
      {
        accept: z
          .array(
            z
              .string('Use formats like pdf')
              .check(
                z.trim(),
                z.toLowerCase(),
                z.regex(/^[a-z0-9]{1,10}$/, 'Use formats like pdf, without a dot'),
              ),
            'accept must be a list of formats',
          )
          .check(z.maxLength(mostFormats, `Use at most ${mostFormats} formats`)),
        max_files: z
          .int(`Enter a number from 1 to ${mostFiles}`)
          .check(
            z.gte(1, `Enter a number from 1 to ${mostFiles}`),
            z.lte(mostFiles, `Enter a number from 1 to ${mostFiles}`),
          ),
      },
      'file_config must be an object or null',
    ),
  ),
})
export type FieldInput = z.infer<typeof FieldInput>

export const showFieldDefinition = endpoint({
  surface: 'x',
  method: 'GET',
  path: '/api/x/custom-fields/:id',
  text: 'one with how many customers have a value, and each option',
  record: 'custom_fields',
  ability: 'settings.manage',
  params: idParams,
  response: z.object({ data: FieldUsage }),
})

export const createField = endpoint({
  surface: 'x',
  method: 'POST',
  path: '/api/x/custom-fields',
  text: 'adds one: `{"type", "name", "group", "description", "placeholder", "required", "options", "retired_options", "file_config"}`',
  isIdempotent: true,
  ability: 'settings.manage',
  body: FieldInput,
  status: 201,
  response: z.object({ data: FieldDefinition }),
})

export const updateField = endpoint({
  surface: 'x',
  method: 'PUT',
  path: '/api/x/custom-fields/:id',
  text: 'replaces one; an option with `was` is renamed, and stored values follow in the background',
  needsVersion: true,
  isIdempotent: true,
  record: 'custom_fields',
  ability: 'settings.manage',
  params: idParams,
  body: FieldInput,
  response: z.object({ data: FieldDefinition }),
})

export const setFieldRetired = endpoint({
  surface: 'x',
  method: 'PUT',
  path: '/api/x/custom-fields/:id/retired',
  text: '`{"is_retired"}`: retires a field, whose values stay readable and which is asked for no more, or brings it back',
  needsVersion: true,
  record: 'custom_fields',
  ability: 'settings.manage',
  params: idParams,
  body: z.object({ is_retired: z.boolean('is_retired must be true or false') }),
  response: z.object({ data: FieldDefinition }),
})

export const deleteField = endpoint({
  surface: 'x',
  method: 'DELETE',
  path: '/api/x/custom-fields/:id',
  text: 'deletes a field that no customer has a value in; 409 for others',
  needsVersion: true,
  record: 'custom_fields',
  ability: 'settings.manage',
  params: idParams,
  status: 204,
  response: z.undefined(),
})

const everyField = 'fields must name every custom field once'
const groupList = 'groups must be a list of fields with their groups'

export const orderFields = endpoint({
  surface: 'x',
  method: 'PUT',
  path: '/api/x/custom-field-order',
  text: '`{"fields", "groups"}`: the ids of all fields in their new order, and, of those that move into another group, `{"id", "group"}`',
  needsVersion: true,
  ability: 'settings.manage',
  body: z.object({
    fields: z.array(z.int(everyField), everyField).check(z.maxLength(2 * mostFields, everyField)),
    /** Fields that move into another group, each once. */
    groups: z.optional(
      z
        .array(
          z.object(
            { id: z.int(groupList), group: optionalLine('group', longestDefinition.group) },
            groupList,
          ),
          groupList,
        )
        .check(z.maxLength(2 * mostFields, groupList)),
    ),
  }),
  response: z.object({ data: z.array(FieldDefinition) }),
})
