import type { Contact } from '#contract/customers/contacts.ts'
import type { Customer, CustomerRow } from '#contract/customers/customers.ts'
import type { CreditNote } from '#contract/invoices/credit-notes.ts'
import type { ContractEvent, MeetingEvent, ProposalEvent } from '#contract/webhooks/event-payloads.ts'
import { type EventPayload, type EventType, eventTypes } from '#contract/webhooks/events.ts'
import { now } from '#server/platform/lib/clock.ts'

const at = '2026-01-31T09:30:00.000000Z'

const contact = {
  id: 2001,
  customer_id: 1001,
  name: 'Maya',
  last_name: 'Okafor',
  email: 'maya@studio.example',
  phone: '+44 20 7946 0101',
  company_name: 'Okafor Interiors',
  created_at: at,
  updated_at: at,
} satisfies Contact

const customerRow = {
  id: 1001,
  name: contact.name,
  last_name: contact.last_name,
  phone: contact.phone,
  email: contact.email,
  profile_photo_path: 'https://bureau.example/files/sample/portrait.png',
  stripe_customer_flag: false,
  business_information: {
    company_name: contact.company_name,
    company_phone: null,
    company_email: null,
    company_website: 'https://www.studio.example',
    address_1: '3 Harbor Street',
    address_2: null,
    country: 'United Kingdom',
    city: 'Bristol',
    state: null,
    zip_code: 'BS1 4ST',
    fax: null,
  },
  custom_fields: [],
  permissions: { '4': 'view-invoice', '12': 'view-proposal' },
} satisfies CustomerRow

const customer = { ...customerRow, notes: [], activity_log: [] } satisfies Customer

const invoice = {
  id: 3001,
  invoice_number: 'INV-1042',
  customer_id: customer.id,
  customer_name: 'Maya Okafor',
  customer_email: customer.email,
  status: 'paid',
  total_amount: 1240.5,
  currency: 'EUR',
  due_date: '2026-02-14',
  created_at: at,
  updated_at: at,
  line_items: [{ id: 1, description: 'Interior photography', quantity: 3, unit_price: 413.5, total: 1240.5 }],
}

const creditNote = {
  id: 12,
  credit_number: 'CN-2026-0012',
  reason: 'One photo was not delivered',
  total_amount: 413.5,
  created_at: at,
  issued_on: at.slice(0, 10),
  issued_by: 'Hana Sato',
  invoice_id: invoice.id,
  invoice_number: invoice.invoice_number,
  customer_id: customer.id,
  customer_name: invoice.customer_name,
  customer_email: customer.email,
  currency: 'EUR',
  line_items: [
    {
      id: 1,
      invoice_line_id: 1,
      description: 'Interior photography',
      quantity: 1,
      unit_price: 413.5,
      total: 413.5,
      kind: 'item',
      discount: 0,
      tax_rate: null,
    },
  ],
} satisfies CreditNote

const proposal = {
  id: 41,
  number: 'PRO-2026-0041',
  status: 'accepted',
  title: 'Interior photography',
  customer_id: customer.id,
  customer_name: invoice.customer_name,
  customer_email: customer.email,
  currency: 'EUR',
  total_amount: 1240.5,
  line_items: [
    {
      description: 'Interior photography',
      quantity: 3,
      unit_price: 413.5,
      total: 1240.5,
      kind: 'item',
      discount: 0,
      tax_rate: 0,
    },
  ],
  editions: 1,
  sent_at: at,
  answer: {
    kind: 'accepted',
    name: invoice.customer_name,
    note: 'By phone',
    recorded_by: 'Hana Sato',
    at: '2026-02-02T14:05:00.000000Z',
  },
  created_at: at,
  updated_at: '2026-02-02T14:05:00.000000Z',
  valid_until: '2026-02-28',
} satisfies ProposalEvent

const { valid_until: _until, ...signed } = proposal
const contract = {
  ...signed,
  id: 17,
  number: 'CON-2026-0017',
  status: 'signed',
  answer: { ...proposal.answer, kind: 'signed' },
  starts_on: '2026-03-01',
  ends_on: null,
  proposal: { id: proposal.id, number: proposal.number },
} satisfies ContractEvent

const meeting = {
  id: 51,
  title: 'Walk through the ground floor',
  status: 'scheduled',
  customer_id: customer.id,
  customer_name: invoice.customer_name,
  starts_at: '2026-02-10T09:00:00.000000Z',
  ends_at: '2026-02-10T10:00:00.000000Z',
  time_zone: 'Europe/London',
  place: '3 Harbor Street, Bristol',
  link: '',
  made_by_customer: false,
  created_at: at,
  updated_at: at,
  notes: 'Please bring the floor plan.',
  attendees: [
    {
      kind: 'customer',
      id: customer.id,
      name: invoice.customer_name,
      email: customer.email,
      answer: null,
      note: '',
    },
  ],
  created_by: 'Hana Sato',
  canceled_at: null,
} satisfies MeetingEvent
const changedAt = '2026-02-02T14:05:00.000000Z'

/** A description and sample data of each event. */
const samples: Record<EventType, { description: string; data: unknown }> = {
  'contact.created': { description: 'A contact was created', data: contact },
  'contact.updated': {
    description: 'A contact was updated',
    data: { ...contact, phone: '+44 20 7946 0199', updated_at: '2026-02-02T14:05:00.000000Z' },
  },
  'contact.deleted': {
    description: 'A contact was deleted',
    data: {
      id: contact.id,
      name: contact.name,
      last_name: contact.last_name,
      email: contact.email,
      customer_id: customer.id,
    },
  },
  'customer.created': { description: 'A customer was created', data: customer },
  'customer.updated': {
    description: 'A customer was updated',
    data: { ...customerRow, phone: '+44 20 7946 0199' },
  },
  'customer.deleted': {
    description: 'A customer was deleted',
    data: { id: customer.id, name: customer.name, last_name: customer.last_name, email: customer.email },
  },
  'document.sent': {
    description: 'A proposal, contract or invoice was sent to a customer',
    data: {
      id: invoice.id,
      type: 'invoice',
      title: `Invoice ${invoice.invoice_number}`,
      customer_id: customer.id,
      customer_email: customer.email,
      sent_at: at,
      issued_on: at.slice(0, 10),
    },
  },
  'invoice.paid': { description: 'An invoice was paid', data: { ...invoice, issued_on: at.slice(0, 10) } },
  'invoice.overdue': {
    description: 'An invoice’s due date passed without payment',
    data: { ...invoice, status: 'overdue', issued_on: at.slice(0, 10) },
  },
  'proposal.accepted': { description: 'A customer accepted a proposal', data: proposal },
  'proposal.declined': {
    description: 'A customer declined a proposal',
    data: { ...proposal, status: 'declined', answer: { ...proposal.answer, kind: 'declined' } },
  },
  'contract.signed': { description: 'A customer signed a contract', data: contract },
  'meeting.created': { description: 'A meeting was scheduled', data: meeting },
  'meeting.updated': {
    description: 'A meeting was moved or changed',
    data: {
      ...meeting,
      starts_at: '2026-02-10T13:00:00.000000Z',
      ends_at: '2026-02-10T14:00:00.000000Z',
      updated_at: changedAt,
    },
  },
  'meeting.canceled': {
    description: 'A meeting was canceled',
    data: { ...meeting, status: 'canceled', updated_at: changedAt, canceled_at: changedAt },
  },
  'credit_note.created': { description: 'A credit note for an invoice was issued', data: creditNote },
}

/** Returns sample data of an event. An endpoint may subscribe to names this version doesn't know; those get just an id. */
export const sampleOf = (name: string): unknown =>
  Object.hasOwn(samples, name) ? samples[name as EventType].data : { id: 1 }

/** Returns what an event means, in words. */
export const describeSample = (name: EventType): string => samples[name].description

/** Returns every event with its description and a sample of what receivers get. */
export const eventSamples = (): { name: string; description: string; sample: EventPayload }[] =>
  eventTypes.map((name) => ({
    name,
    description: samples[name].description,
    sample: { type: name, timestamp: now(), data: samples[name].data },
  }))
