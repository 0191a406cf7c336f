import * as z from 'zod/mini'

import { endpoint } from './endpoint.ts'
import { flagFilter, sortBy } from './list-query.ts'
import { Datetime, idParams, pageV1, pagedV1 } from './surface.ts'

/** A contact. The specification shows no fields: a service may send others, and the list shows them too. CHOICE 0014. */
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

/** Sorts of the contact list; a leading `-` reverses the order. CHOICE 0102. */
export const contactSorts = [
  'id',
  '-id',
  'name',
  '-name',
  'last_name',
  '-last_name',
  'email',
  '-email',
  'company_name',
  '-company_name',
  'updated_at',
  '-updated_at',
] as const
export type ContactSort = (typeof contactSorts)[number]

/** What narrows the contacts; all of it together. CHOICE 0102. */
export const contactFilter = {
  /** Belongs to a customer. */
  linked: flagFilter('linked'),
  has_email: flagFilter('has_email'),
  has_phone: flagFilter('has_phone'),
  /** Belongs to this customer. */
  customer_id: z.optional(
    z.pipe(
      z
        .string('customer_id must be the id of a customer')
        .check(z.regex(/^[1-9][0-9]{0,14}$/, 'customer_id must be the id of a customer')),
      z.transform((id: string) => Number(id)),
    ),
  ),
}
export type ContactFilter = z.output<z.ZodMiniObject<typeof contactFilter>>

/** In name, company, email and phone. */
export const contactSearch = {
  search: z.optional(
    z.string('search must be given once').check(z.maxLength(200, 'search must be at most 200 characters')),
  ),
  sort: sortBy(contactSorts),
}

export const listContacts = endpoint({
  surface: 'v1',
  method: 'GET',
  path: '/api/v1/contacts',
  ability: 'contacts.view',
  query: z.object({ ...pageV1, ...contactSearch, ...contactFilter }),
  response: pagedV1(Contact),
})

/** Surface X: one contact, for a link to it. */
export const showContact = endpoint({
  surface: 'x',
  method: 'GET',
  path: '/api/x/contacts/:id',
  record: 'contacts',
  ability: 'contacts.view',
  params: idParams,
  response: z.object({ data: Contact }),
})
