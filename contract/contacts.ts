import * as z from 'zod/mini'

import { endpoint } from './endpoint.ts'
import { Datetime, pageV1, pagedV1 } from './surface.ts'

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

export const listContacts = endpoint({
  surface: 'v1',
  method: 'GET',
  path: '/api/v1/contacts',
  ability: 'contacts.view',
  query: z.object(pageV1),
  response: pagedV1(Contact),
})
