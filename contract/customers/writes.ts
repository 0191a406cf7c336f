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
  ability: 'customers.manage',
  bodyType: 'multipart',
  /** Our addition: the contact that becomes the customer's, instead of a new one. */
  query: z.object({ contact_id: idFilter('contact_id', 'contact') }),
  status: 201,
  response: z.object({ data: Customer }),
})

/**
 * Replaces a customer with what a body in the grammar of creation says. Without a photo the photo stays, of the files
 * those stay that `custom_fields[ID][file_upload][kept][]` names by their path, and values of field types this service
 * doesn't know stay, too. `If-Match` names the version of the ETag that was read.
 */
export const updateCustomer = endpoint({
  surface: 'x',
  method: 'PUT',
  path: '/api/x/customers/:id',
  record: 'customers',
  ability: 'customers.manage',
  params: idParams,
  bodyType: 'multipart',
  response: z.object({ data: Customer }),
})
