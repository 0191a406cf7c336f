import * as z from 'zod/mini'

import { endpoint } from '../wire/endpoint.ts'
import { Datetime, idParams } from '../wire/surface.ts'

/** How many entries of its activity say what they changed. */
export const customerActivityShown = 100

/** An entry of a customer's activity, with what it changed. */
export const CustomerActivity = z.object({
  id: z.int(),
  description: z.string(),
  event: z.string(),
  subject_id: z.int(),
  subject_type: z.string(),
  subject_title: z.string(),
  /** By the names of the wire, those of custom fields as `custom_fields.KEY`; null for other events. */
  changes: z.nullable(z.record(z.string(), z.object({ from: z.unknown(), to: z.unknown() }))),
  caused_by: z.string(),
  created_at: Datetime,
})
export type CustomerActivity = z.infer<typeof CustomerActivity>

export const listCustomerActivity = endpoint({
  surface: 'x',
  method: 'GET',
  path: '/api/x/customers/:id/activity',
  text: 'the newest 100 entries of a customer’s activity, the newest first, with what each changed (`changes`, from and to)',
  record: 'customers',
  params: idParams,
  response: z.object({ data: z.array(CustomerActivity) }),
})
