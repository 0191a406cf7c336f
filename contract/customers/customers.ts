import * as z from 'zod/mini'

import { actions } from '../values/permissions.ts'
import { endpoint } from '../wire/endpoint.ts'
import { ids } from '../wire/list-query.ts'
import type { NamePath } from '../wire/multipart.ts'
import { Datetime, MetaB, idParams, pageB } from '../wire/surface.ts'
import { CustomField } from './custom-fields.ts'
import { customerFilter, customerSearch } from './filter.ts'

/** The values of a customer’s company, by their names on the wire. */
export const businessKeys = [
  'company_name',
  'company_phone',
  'company_email',
  'company_website',
  'address_1',
  'address_2',
  'country',
  'city',
  'state',
  'zip_code',
  'fax',
] as const
export type BusinessKey = (typeof businessKeys)[number]

const text = z.nullish(z.string())

/** The company of a customer; an unknown value is null or absent. */
export const BusinessInformation = z.looseObject({
  company_name: text,
  company_phone: text,
  company_email: text,
  company_website: text,
  address_1: text,
  address_2: text,
  country: text,
  city: text,
  state: text,
  zip_code: text,
  fax: text,
})
export type BusinessInformation = z.infer<typeof BusinessInformation>

/** Something that happened to a customer. `caused_by` is the name of a person or of a credential. */
export const Activity = z.looseObject({
  id: z.int(),
  description: z.string(),
  event: z.string(),
  subject_id: z.int(),
  subject_type: z.string(),
  subject_title: z.string(),
  caused_by: z.string(),
  created_at: Datetime,
})
export type Activity = z.infer<typeof Activity>

/** A note as Surface B shows it: an activity with its text. */
export const Note = z.extend(Activity, { note: z.string() })
export type Note = z.infer<typeof Note>

/**
 * A customer as the list shows it. Loose on purpose: the flag of the payment processor is named after the processor
 * (any key ending in `_customer_flag`), and a service may send more than the specification shows.
 */
export const CustomerRow = z.looseObject({
  id: z.int(),
  name: z.string(),
  last_name: z.string(),
  phone: z.string(),
  email: z.string(),
  profile_photo_path: z.nullable(z.string()),
  business_information: BusinessInformation,
  custom_fields: z.array(CustomField),
  /** Permission id → name; an empty array when the customer has none. */
  permissions: z.union([z.record(z.string(), z.string()), z.array(z.never())]),
})
export type CustomerRow = z.infer<typeof CustomerRow>

/** A customer in full. */
export const Customer = z.extend(CustomerRow, {
  notes: z.array(Note),
  activity_log: z.array(Activity),
})
export type Customer = z.infer<typeof Customer>

/** Without parameters: every customer. With any of them: one page and `meta`. */
export const listCustomers = endpoint({
  surface: 'b',
  method: 'GET',
  path: '/api/customers',
  query: z.object({
    ...pageB,
    ...customerSearch,
    ...customerFilter,
  }),
  response: z.object({ data: z.array(CustomerRow), meta: z.optional(MetaB) }),
})

/** One customer with notes, activity and the values of custom fields. The response’s `ETag` is the version. */
export const showCustomer = endpoint({
  surface: 'b',
  method: 'GET',
  path: '/api/customers/:id',
  record: 'customers',
  params: idParams,
  response: z.object({ data: Customer }),
})

/** How many customers one request may delete. */
export const deletedAtOnce = 1_000

/** All or nothing, 204. */
export const deleteCustomers = endpoint({
  surface: 'b',
  method: 'DELETE',
  path: '/api/customers',
  ability: 'customers.manage',
  status: 204,
  body: z.object({
    customers: z
      .array(
        z
          .int('customers must be a list of customer ids')
          .check(z.gte(1, 'customers must be a list of customer ids')),
        'customers must be a list of customer ids',
      )
      .check(
        z.minLength(1, 'customers must name at least one customer'),
        z.maxLength(deletedAtOnce, `customers must name at most ${deletedAtOnce} customers`),
      ),
  }),
  response: z.undefined(),
})

export const listCustomerFacets = endpoint({
  surface: 'x',
  method: 'GET',
  path: '/api/x/customer-facets',
  text: 'the countries of customers, each with how many there are; `archived` as in the list',
  query: z.object({ archived: customerFilter.archived }),
  response: z.object({
    data: z.object({ countries: z.array(z.object({ name: z.string(), count: z.int() })) }),
  }),
})

/** The person who looks after a customer. */
export const Assignee = z.object({ id: z.int(), name: z.string() })
export type Assignee = z.infer<typeof Assignee>

/** What rows of the list don’t say of a customer; the specification knows no archive. */
export const CustomerById = z.object({
  id: z.int(),
  name: z.string(),
  last_name: z.string(),
  created_at: Datetime,
  /** Null for an active customer. */
  archived_at: z.nullable(Datetime),
  last_activity_at: z.nullable(Datetime),
  assignee: z.nullable(Assignee),
})
export type CustomerById = z.infer<typeof CustomerById>

export const listCustomersById = endpoint({
  surface: 'x',
  method: 'GET',
  path: '/api/x/customers-by-id',
  text: '`id`, `name`, `last_name`, `created_at`, `archived_at` (null for an active one), `last_activity_at` and `assignee` (`id` and `name`, or null) of up to 500 customers, `ids` joined by commas; those that don’t exist are left out',
  query: z.object({ ids }),
  response: z.object({ data: z.array(CustomerById) }),
})

/** Longest text each plain value may have, in characters (UTF-16 units). */
export const longestText = { person: 200, email: 254, business: 500, customField: 10_000 } as const

/** Largest photo, 5 MiB. */
export const largestPhotoBytes = 5 * 1024 * 1024
/** Largest file of a file field, 20 MiB. */
export const largestFileBytes = 20 * 1024 * 1024
/** Largest body with all its files, 100 MiB. */
export const largestRequestBytes = 100 * 1024 * 1024
/** Photo formats, judged by content. */
export const photoFormats = ['png', 'jpeg', 'webp', 'gif'] as const

/** The kind of a part of customer creation, by its name. */
export type CustomerPart =
  | { kind: 'person'; key: 'email' | 'name' | 'last_name' | 'phone' }
  | { kind: 'business'; key: BusinessKey }
  | { kind: 'photo' }
  | { kind: 'permission'; id: number }
  | { kind: 'field'; field: number; key: 'key' | 'value' }
  | { kind: 'formats'; field: number }
  | { kind: 'files'; field: number }
  | { kind: 'kept'; field: number }

const person = new Set(['email', 'name', 'last_name', 'phone'])
const business = new Set<string>(businessKeys)

/**
 * The closed grammar of customer creation and update: the part a name stands for, or undefined when there is no such
 * name. Nothing else may appear in the body. `formats`, `files` and `kept`, which is for updates, may be repeated;
 * everything else is given once.
 */
export function customerPart(path: NamePath): CustomerPart | undefined {
  const [head, second, third, fourth, fifth] = path
  switch (head) {
    case 'profile_photo_path':
      return path.length === 1 ? { kind: 'photo' } : undefined
    case 'business_information':
      return path.length === 2 && business.has(second as string)
        ? { kind: 'business', key: second as BusinessKey }
        : undefined
    case 'permissions': {
      const action = actions.find(({ module, name }) => module === second && name === third)
      return path.length === 3 && action ? { kind: 'permission', id: action.id } : undefined
    }
    case 'custom_fields': {
      if (!/^[1-9][0-9]{0,14}$/.test(second ?? '')) return undefined
      const field = Number(second)
      if (path.length === 3 && (third === 'key' || third === 'value'))
        return { kind: 'field', field, key: third }
      if (path.length !== 5 || third !== 'file_upload' || fifth !== '') return undefined
      if (fourth === 'formats') return { kind: 'formats', field }
      return fourth === 'files' || fourth === 'kept' ? { kind: fourth, field } : undefined
    }
    default:
      return path.length === 1 && person.has(head ?? '')
        ? { kind: 'person', key: head as 'email' | 'name' | 'last_name' | 'phone' }
        : undefined
  }
}
