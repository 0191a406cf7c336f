import * as z from 'zod/mini'

import { endpoint } from '../wire/endpoint.ts'
import { idFilter } from '../wire/list-query.ts'
import { idParams } from '../wire/surface.ts'
import { Customer } from './customers.ts'

/** The body is multipart: `customerPart` knows its names, and its rules need the account's own fields. */
export const createCustomer = endpoint({
  surface: 'b',
  method: 'POST',
  path: '/api/customers',
  isIdempotent: true,
  ability: 'customers.manage',
  bodyType: 'multipart',
  /** Our addition: the contact that becomes the customer's, instead of a new one. */
  query: z.object({ contact_id: idFilter('contact_id', 'contact') }),
  status: 201,
  response: z.object({ data: Customer }),
})

export const updateCustomer = endpoint({
  surface: 'x',
  method: 'PUT',
  path: '/api/x/customers/:id',
  text: 'replaces a customer with a form as for creation; the version is the `ETag` of `GET /api/customers/:id`; without a photo it stays, and so do files named by path in `custom_fields[ID][file_upload][kept][]` and values of types this service doesn’t know',
  needsVersion: true,
  isIdempotent: true,
  record: 'customers',
  ability: 'customers.manage',
  params: idParams,
  bodyType: 'multipart',
  response: z.object({ data: Customer }),
})
