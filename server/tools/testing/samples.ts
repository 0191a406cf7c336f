import type { InvoiceInput } from '#contract/invoices/drafts.ts'
import type { MeetingInput, MeetingTexts } from '#contract/meetings/meetings.ts'
import type { NewService } from '#server/records/services/insert.ts'

/** A service as staff would add it. */
export const sampleService = {
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
  tags: [],
} as const satisfies NewService

/** The one line of an `invoiceInput`: 170 EUR before tax. */
export const sampleLine = {
  description: 'Lettering',
  quantity: 2,
  unit_price: 85,
  discount: 0,
  tax_rate: 21,
} as const

/** The body with which staff write a draft for a customer. */
export const invoiceInput = (customer_id: number, more: Partial<InvoiceInput> = {}): InvoiceInput => ({
  customer_id,
  currency: 'EUR',
  payment_days: 14,
  due_date: null,
  notes: '',
  line_items: [sampleLine],
  ...more,
})

/** What a meeting is about, when and where; it is long to come. */
export const meetingTexts: MeetingTexts = {
  title: 'Walk-through',
  starts_at: '2099-01-31T09:00:00Z',
  ends_at: '2099-01-31T10:30:00Z',
  time_zone: 'Europe/Oslo',
  place: '',
  link: '',
  notes: '',
}

/** The body with which staff schedule a meeting; nobody is emailed. */
export const meetingInput = (more: Partial<MeetingInput> = {}): MeetingInput => ({
  ...meetingTexts,
  customer_id: null,
  contact_ids: [],
  staff_ids: [],
  emails: [],
  notify: false,
  ...more,
})
