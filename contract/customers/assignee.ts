import * as z from 'zod/mini'

import { endpoint } from '../wire/endpoint.ts'
import { idParams } from '../wire/surface.ts'
import { Assignee } from './customers.ts'

export const assignCustomer = endpoint({
  surface: 'x',
  method: 'PUT',
  path: '/api/x/customers/:id/assignee',
  text: '`{"person"}`: assigns the customer to a person of the account, by id, or with null to nobody; 422 for others; the last write wins',
  record: 'customers',
  ability: 'customers.manage',
  params: idParams,
  body: z.object({ person: z.nullable(z.int('person must be the id of a person, or null')) }),
  response: z.object({ data: z.object({ assignee: z.nullable(Assignee) }) }),
})
