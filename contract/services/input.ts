import * as z from 'zod/mini'

import { serviceTypes } from './services.ts'

/** How a price is charged; `fixed` is once. */
export const billingTypes = ['hourly', 'fixed', 'recurring'] as const

/** Types a new custom field of a service can have; others that a service has already are kept. */
export const serviceFieldTypes = ['text', 'number'] as const

/** Longest text each value may have, in characters (UTF-16 units), and the most tags and custom fields. */
export const longestServiceText = { line: 200, description: 5_000, tag: 50, fieldValue: 1_000 } as const
/** The most tags that a service may have. */
export const mostTags = 20
/** The most custom fields that a service may have. */
export const mostServiceFields = 30

const atMost = (most: number) => `Use at most ${most.toLocaleString('en-US')} characters`
const hidden = 'Remove hidden characters'

/** One line of text, without what turns the direction of text: it is shown in sentences. */
const line = (missing: string, most: number = longestServiceText.line) =>
  z
    .string(missing)
    .check(
      z.trim(),
      z.minLength(1, missing),
      z.maxLength(most, atMost(most)),
      z.regex(/^[^\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]*$/u, hidden),
    )

/** One tag. Without commas, which join tags in a filter. */
export const ServiceTag = line('Enter a tag', longestServiceText.tag).check(
  z.regex(/^[^,]*$/, 'A tag can’t contain a comma'),
)
const tags = z
  .array(ServiceTag, 'tags must be a list of texts')
  .check(z.maxLength(mostTags, `Use at most ${mostTags} tags`))

const fieldValue = 'Enter text or a number'

const Field = z.object(
  {
    /** Of a field that the service has already; its key and type stay, and so does its value unless given. */
    id: z.optional(z.int('id must be the id of a field of this service')),
    name: line('Enter a name'),
    type: z.optional(z.enum(serviceFieldTypes, `type must be one of ${serviceFieldTypes.join(', ')}`)),
    value: z.optional(
      z.union(
        [
          z
            .string(fieldValue)
            .check(
              z.maxLength(longestServiceText.fieldValue, atMost(longestServiceText.fieldValue)),
              z.regex(/^[\P{Cc}\t\n\r]*$/u, hidden),
            ),
          z.number(fieldValue),
        ],
        fieldValue,
      ),
    ),
  },
  'custom_fields must be a list of fields',
)

const amount = (missing: string, most: number, tooMuch: string) =>
  z.number(missing).check(z.gte(0, 'Enter 0 or more'), z.lte(most, tooMuch))

/** A service as staff write it; the service adds ids, keys and times. */
export const ServiceInput = z.object({
  name: line('Enter a name'),
  description: z
    .string('description must be text')
    .check(
      z.trim(),
      z.maxLength(longestServiceText.description, atMost(longestServiceText.description)),
      z.regex(/^[\P{Cc}\t\n\r]*$/u, hidden),
    ),
  type: z.enum(serviceTypes, 'type must be service or product'),
  category: line('Enter a category'),
  /** A decimal of the currency. */
  price: amount('Enter a price, like 85 or 85.50', 999_999_999_999, 'Enter a lower price'),
  currency: z
    .string('Choose a currency')
    .check(z.regex(/^[A-Z]{3}$/, 'Use a three-letter currency code, like EUR')),
  billing_type: z.enum(billingTypes, `billing_type must be one of ${billingTypes.join(', ')}`),
  is_active: z.boolean('is_active must be true or false'),
  /** Percent. */
  tax_rate: amount('Enter a tax rate, like 21 or 8.875', 100, 'Enter 100 or less'),
  unit: z
    .string('unit must be text')
    .check(
      z.trim(),
      z.maxLength(longestServiceText.tag, atMost(longestServiceText.tag)),
      z.regex(/^\P{Cc}*$/u, hidden),
    ),
  custom_fields: z
    .array(Field, 'custom_fields must be a list of fields')
    .check(z.maxLength(mostServiceFields, `Use at most ${mostServiceFields} custom fields`)),
  tags,
})
export type ServiceInput = z.infer<typeof ServiceInput>
