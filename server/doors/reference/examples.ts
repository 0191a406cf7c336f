import { actions } from '#contract/values/permissions.ts'
import { sampleOf } from '#server/outgoing/delivery/samples.ts'

/** Records of the examples. Those of events are their samples. */

const at = '2026-01-31T09:30:00.000000Z'

export const contact = sampleOf('contact.created') as object
export const customer = sampleOf('customer.created') as { notes: unknown; activity_log: unknown }

// Surface B doesn’t show the day of issue.
const { issued_on: _day, ...row } = sampleOf('invoice.paid') as { issued_on: string }
export const invoice = row

const { notes: _notes, activity_log: _activity, ...summary } = customer
export const customerSummary = summary

export const webhook = {
  id: 1,
  url: 'https://hooks.example.com/bureau',
  events: ['customer.created', 'invoice.paid'],
  config: null,
  status: 'active',
  failure_count: 0,
  last_delivery_at: null,
  disabled_at: null,
  created_at: at,
  updated_at: at,
}

export const delivery = {
  id: 501,
  event: 'customer.created',
  event_id: 'evt_5f2c1c7b9a1e4c0d8b7a6f5e4d3c2b1a',
  status: 'delivered',
  attempts: 1,
  response_status: 204,
  response_body: '',
  error: null,
  duration_ms: 84,
  next_attempt_at: null,
  created_at: at,
  delivered_at: at,
}

export const service = {
  id: 301,
  name: 'Interior photography',
  description: 'A day of photography with retouched images',
  type: 'service',
  category: 'Photography',
  price: 413.5,
  currency: 'EUR',
  billing_type: 'fixed',
  is_active: true,
  tax_rate: 20,
  unit: 'day',
  created_at: at,
  updated_at: at,
  custom_fields: [],
  tags: ['interior', 'on-site'],
}

/** A service as staff write it. */
export const sampleServiceInput = {
  name: 'Lettering',
  description: '',
  type: 'service',
  category: 'Design',
  price: 85,
  currency: 'EUR',
  billing_type: 'hourly',
  is_active: true,
  tax_rate: 21,
  unit: 'hour',
  custom_fields: [],
  tags: ['seasonal'],
}

/** A line of a draft. */
export const sampleLineItem = {
  description: 'Lettering',
  quantity: 2,
  unit_price: 85,
  discount: 0,
  tax_rate: 21,
}

export const field = {
  id: 7,
  type: 5,
  name: 'Preferred channel',
  key: 'preferred_channel',
  required: false,
  fields: { options: ['Email', 'Phone'], fileConfig: null },
}

/** Parts of a form besides its text. */
export const customerForm = {
  name: 'Maya',
  last_name: 'Okafor',
  email: 'maya@studio.example',
  phone: '+44 20 7946 0101',
  'business_information[company_name]': 'Okafor Interiors',
  profile_photo_path: 'portrait.png',
  ...Object.fromEntries(
    actions
      .filter(({ name }) => name === 'view-invoice' || name === 'view-proposal')
      .map(({ module, name }) => [`permissions[${module}][${name}]`, '1']),
  ),
}
export { at as sampleTime }
