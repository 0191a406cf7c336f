import * as z from 'zod/mini'

import { endpoint } from '../wire/endpoint.ts'

/** The events that this service sends, by resource. */
export const eventTypes = [
  'contact.created',
  'contact.updated',
  'contact.deleted',
  'customer.created',
  'customer.updated',
  'customer.deleted',
  'document.sent',
  'invoice.paid',
  'invoice.overdue',
  'credit_note.created',
  'proposal.accepted',
  'proposal.declined',
  'contract.signed',
  'meeting.created',
  'meeting.updated',
  'meeting.canceled',
] as const
export type EventType = (typeof eventTypes)[number]

/** The request body that receivers get, in the form of Standard Webhooks. */
export const EventPayload = z.object({ type: z.string(), timestamp: z.string(), data: z.unknown() })
export type EventPayload = z.infer<typeof EventPayload>

export const listEventTypes = endpoint({
  surface: 'x',
  method: 'GET',
  path: '/api/x/event-types',
  text: 'the events there are, with a sample payload each',
  ability: 'settings.manage',
  response: z.object({
    data: z.array(z.object({ name: z.string(), description: z.string(), sample: EventPayload })),
  }),
})
