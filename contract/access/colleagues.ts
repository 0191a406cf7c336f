import * as z from 'zod/mini'

import { endpoint } from '../wire/endpoint.ts'

/** Someone who works in the account, to choose from. */
export const Colleague = z.object({ id: z.int(), name: z.string(), email: z.string() })
export type Colleague = z.infer<typeof Colleague>

export const listColleagues = endpoint({
  surface: 'x',
  method: 'GET',
  path: '/api/x/people',
  text: '`id`, `name` and `email` of the people who work in the account, by name',
  ability: 'customers.manage',
  response: z.object({ data: z.array(Colleague) }),
})
