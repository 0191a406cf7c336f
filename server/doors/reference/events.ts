import * as z from 'zod/mini'

import { Contact } from '#contract/customers/contacts.ts'
import { Customer, CustomerRow } from '#contract/customers/customers.ts'
import { CreditNote } from '#contract/invoices/credit-notes.ts'
import { Invoice } from '#contract/invoices/invoices.ts'
import { ContractEvent, MeetingEvent, ProposalEvent } from '#contract/webhooks/event-payloads.ts'
import { type EventType, eventTypes } from '#contract/webhooks/events.ts'
import { describeSample, sampleOf } from '#server/outgoing/delivery/samples.ts'

import { sampleTime } from './examples.ts'
import type { JsonSchema, SchemaWriter } from './json-schema.ts'

/** Schemas of the data of each event. */

const person = { id: z.int(), name: z.string(), last_name: z.string(), email: z.string() }

const DocumentSent = z.object({
  id: z.int(),
  type: z.string(),
  title: z.string(),
  customer_id: z.int(),
  customer_email: z.string(),
  sent_at: z.string(),
  /** Of an invoice: the day that its PDF states. */
  issued_on: z.optional(z.string()),
})

const InvoiceEvent = z.extend(Invoice, { issued_on: z.nullable(z.string()) })

const data: Record<EventType, z.ZodMiniType> = {
  'contact.created': Contact,
  'contact.updated': Contact,
  'contact.deleted': z.object({ ...person, customer_id: z.nullable(z.int()) }),
  'customer.created': Customer,
  'customer.updated': CustomerRow,
  'customer.deleted': z.object(person),
  'document.sent': DocumentSent,
  'invoice.paid': InvoiceEvent,
  'invoice.overdue': InvoiceEvent,
  'credit_note.created': CreditNote,
  'proposal.accepted': ProposalEvent,
  'proposal.declined': ProposalEvent,
  'contract.signed': ContractEvent,
  'meeting.created': MeetingEvent,
  'meeting.updated': MeetingEvent,
  'meeting.canceled': MeetingEvent,
}

const header = (name: string, description: string, schema: JsonSchema, example: string) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema,
  example,
})

const headers = [
  header(
    'webhook-id',
    'Identifies the event for this webhook. Retries have the same id, so use it to ignore repeats.',
    { type: 'string' },
    'evt_5f2c1c7b9a1e4c0d8b7a6f5e4d3c2b1a',
  ),
  header(
    'webhook-timestamp',
    'When this attempt was sent, in seconds since 1970. Reject timestamps more than five minutes away from your clock.',
    { type: 'string', pattern: '^[0-9]+$' },
    '1769851800',
  ),
  header(
    'webhook-signature',
    'One or more signatures separated by spaces, each `v1,` and base64. For 24 hours after the secret is rotated there are two; one that matches is enough.',
    { type: 'string' },
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ),
  {
    ...header(
      'webhook-test',
      '`true` on test deliveries, whose `data` also contains `test: true`.',
      { type: 'string', const: 'true' },
      'true',
    ),
    required: false,
  },
]

/** The events as `webhooks` of OpenAPI, each with a sample of its payload. */
export function describeEvents(writer: SchemaWriter, tag: string) {
  const events = eventTypes.map((name) => {
    const payload = {
      type: 'object',
      required: ['type', 'timestamp', 'data'],
      properties: {
        type: { const: name, description: 'The event’s type.' },
        timestamp: { type: 'string', format: 'date-time', description: 'When it happened.' },
        data: writer.response(data[name]),
      },
    }
    const example = { type: name, timestamp: sampleTime, data: sampleOf(name) }
    const operation = {
      operationId: `on${name.replaceAll(/(?:^|[._])(\w)/g, (_match, letter: string) => letter.toUpperCase())}`,
      tags: [tag],
      summary: name,
      description: `${describeSample(name)}.`,
      // Bureau calls the receiver, whose signature check is in the headers.
      security: [],
      parameters: headers,
      requestBody: { required: true, content: { 'application/json': { schema: payload, example } } },
      responses: {
        '2XX': { description: 'Any 2xx status within the timeout accepts the delivery.' },
        '410': { description: 'Disables the webhook. Nothing more is delivered to it.' },
        default: {
          description: 'Anything else, including a redirect, is a failure, and the delivery is retried.',
        },
      },
    }
    return [name, { post: operation }] as const
  })
  return Object.fromEntries(events)
}
