import {
  type BusinessKey,
  businessKeys,
  largestFileBytes,
  largestPhotoBytes,
  largestRequestBytes,
  longestText,
  photoFormats,
} from '#contract/customers/customers.ts'
import { actions } from '#contract/values/permissions.ts'
import { joinName } from '#contract/wire/multipart.ts'

import type { JsonSchema } from './json-schema.ts'

/** The multipart body of customer creation, as `customerPart` reads it. */

const mib = (bytes: number) => `${bytes / 1024 / 1024} MiB`
const photoTypes = photoFormats.map((format) => `image/${format}`).join(', ')

const person = (description: string, maxLength: number = longestText.person): JsonSchema => ({
  type: 'string',
  description,
  maxLength,
})

const business = (key: BusinessKey): JsonSchema => ({
  type: 'string',
  description:
    key === 'company_name'
      ? 'The customer’s company.'
      : `\`${key}\` of the company. Optional, and not in the specification’s list of parameters.`,
  maxLength: longestText.business,
})

const field = (name: string) => `^custom_fields\\[[1-9][0-9]{0,14}\\]${name}$`

/** The description besides its fields. */
export const customerFormText = `The body is \`multipart/form-data\`; a JSON body is a 400. A name that isn’t listed, a name that is given twice, and a value that is too long are each a 422 under that name. The whole body may be up to ${mib(largestRequestBytes)}. N in \`custom_fields[N]…\` is the id of a custom field, from \`GET /api/custom-fields\`.`

/** Its fields. */
export const customerForm: JsonSchema & { readonly encoding: object } = {
  type: 'object',
  required: [
    'email',
    'name',
    'last_name',
    'phone',
    'business_information[company_name]',
    'profile_photo_path',
  ],
  properties: {
    email: { ...person('Email address.', longestText.email), format: 'email' },
    name: person('First name.'),
    last_name: person('Last name.'),
    phone: person('Phone number.'),
    profile_photo_path: {
      type: 'string',
      description: `The photo: PNG, JPEG, WebP or GIF by its content, at most ${mib(largestPhotoBytes)}.`,
      contentMediaType: 'application/octet-stream',
    },
    ...Object.fromEntries(
      businessKeys.map((key) => [joinName(['business_information', key]), business(key)]),
    ),
    ...Object.fromEntries(
      actions.map(({ module, name }) => [
        joinName(['permissions', module, name]),
        { type: 'string', const: '1', description: `Grants ${name}. Leave it out otherwise.` },
      ]),
    ),
  },
  patternProperties: {
    [field('\\[key\\]')]: { type: 'string', description: 'The field’s key. If it’s sent, it must match.' },
    [field('\\[value\\]')]: {
      type: 'string',
      maxLength: longestText.customField,
      description: 'The value of a text, select or text area field. For a select, one of its options.',
    },
    [field('\\[file_upload\\]\\[formats\\]\\[\\]')]: {
      description: 'Formats you allow, of those that the field accepts. May be repeated.',
      anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }],
    },
    [field('\\[file_upload\\]\\[files\\]\\[\\]')]: {
      description: `A file, at most ${mib(largestFileBytes)}. May be repeated up to the field’s \`maxFiles\`.`,
      anyOf: [{}, { type: 'array', items: {} }],
    },
  },
  additionalProperties: false,
  encoding: { profile_photo_path: { contentType: photoTypes } },
}
