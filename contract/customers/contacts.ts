import * as z from 'zod/mini'

import { endpoint } from '../wire/endpoint.ts'
import { flagFilter, idFilter, personSearch, sortBy } from '../wire/list-query.ts'
import { contactSorts } from '../wire/list-sorts.ts'
import { Datetime, idParams, pageV1, pagedV1 } from '../wire/surface.ts'
import { longestText } from './customers.ts'

/** A contact. The specification shows no fields: a service may send others, and the list shows them too. */
export const Contact = z.looseObject({
  id: z.int(),
  name: z.nullish(z.string()),
  last_name: z.nullish(z.string()),
  email: z.nullish(z.string()),
  phone: z.nullish(z.string()),
  company_name: z.nullish(z.string()),
  customer_id: z.nullish(z.int()),
  created_at: z.nullish(Datetime),
  updated_at: z.nullish(Datetime),
})
export type Contact = z.infer<typeof Contact>

/** Filters of contacts, all combined. */
export const contactFilter = {
  /** Belongs to a customer. */
  linked: flagFilter('linked'),
  has_email: flagFilter('has_email'),
  has_phone: flagFilter('has_phone'),
  /** Belongs to this customer. */
  customer_id: idFilter('customer_id', 'customer'),
}
export type ContactFilter = z.output<z.ZodMiniObject<typeof contactFilter>>

/** In name, company, email and phone. */
export const contactSearch = {
  search: personSearch,
  sort: sortBy(contactSorts),
}

/** One page of contacts, the newest first unless sorted. Throws 422 for an unknown sort or filter. */
export const listContacts = endpoint({
  surface: 'v1',
  method: 'GET',
  path: '/api/v1/contacts',
  ability: 'contacts.view',
  query: z.object({ ...pageV1, ...contactSearch, ...contactFilter }),
  response: pagedV1(Contact),
})

export const showContact = endpoint({
  surface: 'x',
  method: 'GET',
  path: '/api/x/contacts/:id',
  text: 'one contact, its version as `ETag`',
  record: 'contacts',
  ability: 'contacts.view',
  params: idParams,
  response: z.object({ data: Contact }),
})

const line = (name: string, most: number) =>
  z
    .string(`${name} must be a string`)
    .check(
      z.trim(),
      z.maxLength(most, `Use at most ${most} characters`),
      z.regex(/^\P{Cc}*$/u, 'Remove hidden characters, such as line breaks'),
    )

const Email = z.email()

/** A contact as people write it. All but the first name may be empty. */
export const ContactInput = z.object({
  name: line('name', longestText.person).check(z.minLength(1, 'Enter a first name')),
  last_name: z._default(line('last_name', longestText.person), ''),
  email: z._default(
    line('email', longestText.email).check(
      z.refine(
        (value) => value === '' || Email.safeParse(value).success,
        'Enter an email address, like name@example.com',
      ),
    ),
    '',
  ),
  phone: z._default(line('phone', longestText.person), ''),
  company_name: z._default(
    z.pipe(
      z.nullable(line('company_name', longestText.business)),
      z.transform((value: string | null) => value || null),
    ),
    null,
  ),
  /** The customer it belongs to. */
  customer_id: z._default(
    z.nullable(
      z
        .int('customer_id must be the id of a customer or null')
        .check(z.gte(1, 'customer_id must be the id of a customer or null')),
    ),
    null,
  ),
})
export type ContactInput = z.output<typeof ContactInput>

export const createContact = endpoint({
  surface: 'x',
  method: 'POST',
  path: '/api/x/contacts',
  text: 'adds a contact: `{"name", "last_name", "email", "phone", "company_name", "customer_id"}`, all but `name` optional',
  isIdempotent: true,
  ability: 'contacts.manage',
  body: ContactInput,
  status: 201,
  response: z.object({ data: Contact }),
})

export const updateContact = endpoint({
  surface: 'x',
  method: 'PUT',
  path: '/api/x/contacts/:id',
  text: 'replaces one with such a body',
  needsVersion: true,
  isIdempotent: true,
  record: 'contacts',
  ability: 'contacts.manage',
  params: idParams,
  body: ContactInput,
  response: z.object({ data: Contact }),
})

export const deleteContact = endpoint({
  surface: 'x',
  method: 'DELETE',
  path: '/api/x/contacts/:id',
  text: 'deletes one, its customer stays',
  record: 'contacts',
  ability: 'contacts.manage',
  params: idParams,
  status: 204,
  response: z.undefined(),
})
