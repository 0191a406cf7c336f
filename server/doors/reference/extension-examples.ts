import { resources } from '#contract/resources.ts'

import { sampleLineItem, sampleServiceInput } from './examples.ts'

/** Requests of the examples of Surface X, by `METHOD /path`. A test sends each of them; ids in them stand for records. */

interface ExtensionExample {
  readonly query?: Readonly<Record<string, string | number | boolean>>
  /** Of a form: its fields, with the names of files. */
  readonly body?: object
}

const note = { kind: 'call', text: 'Prefers email', is_pinned: false, follow_up_on: null }

const draft = {
  customer_id: 1001,
  currency: 'EUR',
  payment_days: 14,
  due_date: null,
  notes: '',
  line_items: [sampleLineItem],
}

const subscription = { quantity: 3, price: null, ends_on: null, sends: false }

const contact = {
  name: 'Maya',
  last_name: 'Okafor',
  email: 'maya@studio.example',
  phone: '+44 20 7946 0101',
  company_name: 'Okafor Interiors',
}

const field = {
  type: 5,
  name: 'Preferred channel',
  group: 'Relationship',
  description: 'How they like to be reached.',
  placeholder: '',
  required: false,
  options: [{ name: 'Email' }, { name: 'Phone' }],
  retired_options: [],
  file_config: null,
}

const credential = {
  name: 'Online shop',
  abilities: ['contacts.view'],
  rate_limit: 60,
  expires_on: null,
}

const view = { name: 'Linked customers', search: 'linked=yes', columns: null }

const email = { to: ['maya@studio.example'], message: 'Thank you for your business.' }

const answer = { name: 'Maya Okafor', note: 'By phone' }

const attendance = { answer: 'accepted', note: 'See you there' }
const meetingTexts = {
  title: 'Walk through the ground floor',
  starts_at: '2099-02-10T09:00:00Z',
  ends_at: '2099-02-10T10:00:00Z',
  time_zone: 'Europe/London',
  place: '3 Harbor Street, Bristol',
  link: '',
  notes: 'Please bring the floor plan.',
}
const portalAnswer = { name: 'Maya Okafor', note: '', sha256: 'a'.repeat(64) }

const person = { customers: [1001] }
const password = 'correct horse battery staple'

const bodies: Readonly<Record<string, object>> = {
  ...Object.fromEntries(
    resources.flatMap(({ path, example }) => [
      [`POST ${path}`, example],
      [`PUT ${path}/:id`, example],
    ]),
  ),
  'POST /api/x/sign-in': { email: 'robin@bureau.example', password, remember: true },
  'POST /api/x/sign-in/code': { code: '123456', trust: false },
  'POST /api/x/sign-out': { everywhere: false },
  'POST /api/x/switch-account': { account_id: 1 },
  'POST /api/x/set-up': {
    token: 'TOKEN',
    account_name: 'Okafor Interiors',
    name: 'Maya Okafor',
    email: 'maya@studio.example',
    password,
  },
  'PUT /api/x/customers/:id': {
    name: 'Maya',
    last_name: 'Okafor',
    email: 'maya@studio.example',
    phone: '+44 20 7946 0101',
    'business_information[company_name]': 'Okafor Interiors',
  },
  'PUT /api/x/customers/:id/archive': { is_archived: true },
  'POST /api/x/customers/:id/merge': {
    other: 1002,
    other_version: '"1"',
    take: ['phone'],
    take_custom_fields: [],
  },
  'POST /api/x/customer-deletions': { country: 'Ireland', count: 1 },
  'POST /api/x/customer-changes': { kind: 'archive', ...person },
  'POST /api/x/customer-permissions': person,
  'POST /api/x/deleted-customers/restore': person,
  'DELETE /api/x/deleted-customers': person,
  'POST /api/x/customers/:id/notes': note,
  'PUT /api/x/notes/:id': note,
  'POST /api/x/customer-imports': { file: 'customers.csv' },
  'POST /api/x/customer-imports/:id/check': { columns: ['email'], existing: 'update' },
  'POST /api/x/customer-imports/:id/fix': {
    checks: 1,
    values: [{ row: 2, column: 0, value: 'zoe@example.com' }],
  },
  'POST /api/x/customer-imports/:id/start': { checks: 1 },
  'POST /api/x/contacts': contact,
  'PUT /api/x/contacts/:id': contact,
  'POST /api/x/custom-fields': field,
  'PUT /api/x/custom-fields/:id': field,
  'PUT /api/x/custom-fields/:id/retired': { is_retired: true },
  'PUT /api/x/custom-field-order': { fields: [7], groups: [{ id: 7, group: 'Relationship' }] },
  'POST /api/x/webhooks': {
    name: 'Online shop',
    url: 'https://hooks.example.com/bureau',
    events: ['customer.created', 'invoice.paid'],
  },
  'PUT /api/x/webhooks/:id': { name: 'Online shop' },
  'POST /api/x/webhooks/:id/test': { event: 'contact.created' },
  'POST /api/x/webhooks/:id/redeliver': { dry_run: true },
  'POST /api/x/services': sampleServiceInput,
  'PUT /api/x/services/:id': sampleServiceInput,
  'POST /api/x/services/set-active': { ids: [301], is_active: false },
  'POST /api/x/services/retag': { changes: [{ ids: [301], add: ['seasonal'], remove: [] }] },
  'POST /api/x/services/price-preview': { ids: [301], percent: 5 },
  'POST /api/x/services/prices': { prices: [{ id: 301, version: 1, price: 89.25 }] },
  'POST /api/x/service-imports': { file: 'services.csv' },
  'POST /api/x/service-imports/:id/check': { columns: ['name'], existing: 'update' },
  'POST /api/x/service-imports/:id/fix': {
    checks: 1,
    values: [{ row: 2, column: 0, value: 'Photography' }],
  },
  'POST /api/x/service-imports/:id/start': { checks: 1 },
  'POST /api/x/invoices': draft,
  'PUT /api/x/invoices/:id': draft,
  'POST /api/x/invoices/:id/send': {},
  'POST /api/x/invoices/:id/payments': { amount: 20, paid_on: '2026-01-05', method: 'card' },
  'POST /api/x/bank-payments': {
    source: 'statement-2026-01.xml',
    payments: [
      {
        paid_on: '2026-01-05',
        amount: 85,
        currency: 'EUR',
        payer: 'Ødegård AS',
        text: 'Invoice INV-2026-0012',
        bank_reference: '2026010500012',
      },
    ],
  },
  'POST /api/x/bank-payments/:id/payments': { payments: [{ invoice_id: 9001, amount: 85 }] },
  'POST /api/x/bank-payment-suggestions': { ids: [101] },
  'POST /api/x/invoices/:id/credit-notes': { reason: 'Damaged', line_items: [{ id: 9001, quantity: 1 }] },
  'POST /api/x/credit-notes/:id/emails': { ...email, subject: 'Credit note' },
  'POST /api/x/invoices/:id/emails': { kind: 'invoice', ...email, subject: 'Invoice {number}' },
  'PUT /api/x/customers/:id/invoice-template': { invoice_template_id: null },
  'PUT /api/x/customers/:id/assignee': { person: null },
  'POST /api/x/customers/:id/statement/emails': {
    ...email,
    subject: 'Statement of account',
    statement: { currency: 'EUR', from: '2026-01-01', to: '2026-03-31' },
  },
  'PUT /api/x/customers/:id/billing': {
    tax_number: 'IE1234567A',
    email: 'invoices@studio.example',
    reference: 'PO-2026-17',
    electronic_address: '',
    currency: 'EUR',
    payment_days: 14,
    language: null,
    automatic_reminders: true,
  },
  'POST /api/x/subscriptions': {
    customer_id: 1001,
    plan_id: 1001,
    starts_on: '2099-01-31',
    trial_days: null,
    ...subscription,
  },
  'PUT /api/x/subscriptions/:id': subscription,
  'POST /api/x/proposals/:id/send': {},
  'POST /api/x/proposals/:id/accept': answer,
  'POST /api/x/proposals/:id/decline': answer,
  'POST /api/x/proposals/:id/invoice': {},
  'POST /api/x/proposals/:id/contract': {},
  'POST /api/x/proposals/:id/emails': { ...email, subject: 'Proposal {number}' },
  'POST /api/x/proposals/:id/attachments': { file: 'plan.txt' },
  'POST /api/x/contracts/:id/send': {},
  'POST /api/x/contracts/:id/sign': answer,
  'POST /api/x/contracts/:id/countersign': { name: 'Maya Okafor', notify: false },
  'POST /api/x/contracts/:id/decline': answer,
  'POST /api/x/contracts/:id/attachments': { file: 'plan.txt' },
  'POST /api/x/templates/:id/attachments': { file: 'plan.txt' },
  'POST /api/x/contracts/:id/emails': { ...email, subject: 'Contract {number}' },
  'POST /api/x/meetings/:id/cancel': { notify: true },
  'PUT /api/x/connection/credentials': { token: 'token-of-the-service', key: 'key-of-the-service' },
  'PUT /api/x/booking-times': {
    is_on: false,
    hours: [
      { weekday: 1, from: '09:00', to: '12:30' },
      { weekday: 1, from: '13:30', to: '17:00' },
      { weekday: 4, from: '09:00', to: '17:00' },
    ],
    days_off: [{ from: '2026-12-24', to: '2027-01-03' }],
    minutes: 45,
    notice_hours: 24,
    days_ahead: 30,
    place: '',
    link: 'https://meet.example/okafor',
  },
  'PUT /api/x/company': {
    name: 'Okafor Interiors',
    address: '',
    street: '1 Harbor Street',
    postal_code: 'D01 F5P2',
    city: 'Dublin',
    state: '',
    country: 'Ireland',
    contact_name: 'Maya Okafor',
    phone: '+353 1 555 0101',
    email: 'billing@studio.example',
    tax_number: 'IE1234567A',
    bank_details: 'IBAN IE29 AIBK 9311 5212 3456 78',
    payment_link: 'https://pay.example.com/{number}?amount={amount}',
    invoice_footer: '',
    payment_days: 14,
    currency: 'EUR',
    tax_rate: 23,
    number_pattern: 'INV-{year}-{number:4}',
    time_zone: 'Europe/Dublin',
    fiscal_year_start: 1,
  },
  'PUT /api/x/company/logo': { logo: 'logo.png' },
  'PUT /api/x/profile/photo': { photo: 'photo.png' },
  'POST /api/x/credentials': { ...credential, kind: 'token' },
  'PUT /api/x/credentials/:id': credential,
  'PUT /api/x/audit-log/retention': { keep_days: 365 },
  'POST /api/x/views': {
    ...view,
    list: '/customers',
    is_pinned: true,
    is_default: false,
    is_shared: true,
  },
  'POST /api/x/views/move': {
    views: [{ ...view, list: '/customers', is_pinned: false, is_default: false }],
  },
  'PUT /api/x/views/:id': { ...view, name: 'Linked, newest first', is_shared: true },
  'PUT /api/x/views/:id/marks': { is_pinned: true, is_default: false },
  'PUT /api/x/members/:id': { role: 'viewer' },
  'POST /api/x/invitations': { email: 'maya@studio.example', role: 'accountant' },
  'POST /api/x/invitation': { token: 'TOKEN' },
  'POST /api/x/invitation/accept': { token: 'TOKEN', name: 'Maya Okafor', password },
  'POST /api/x/customers/:id/portal-link': { is_emailed: false },
  'POST /api/x/customers/:id/document-link': { kind: 'proposal', id: 1 },
  'POST /api/x/portal/sign-in': { token: 'TOKEN' },
  'POST /api/x/portal/sign-in/renew': { token: 'TOKEN' },
  'POST /api/x/portal/link': { token: 'TOKEN' },
  'POST /api/x/portal/link/renew': { token: 'TOKEN' },
  'POST /api/x/portal/invitation': { token: 'TOKEN' },
  'POST /api/x/portal/invitation/answer': { token: 'TOKEN', ...attendance },
  'POST /api/x/portal/code/check': { code: '123456' },
  'POST /api/x/portal/meetings': meetingTexts,
  'PUT /api/x/portal/meetings/:id': meetingTexts,
  'POST /api/x/portal/meetings/:id/answer': attendance,
  'POST /api/x/portal/proposals/:id/accept': portalAnswer,
  'POST /api/x/portal/proposals/:id/decline': portalAnswer,
  'POST /api/x/portal/contracts/:id/sign': portalAnswer,
  'POST /api/x/portal/contracts/:id/decline': portalAnswer,
  'POST /api/x/own-sessions/end': { id: null },
  'POST /api/x/notifications/read': { id: 1, and_earlier: true },
  'PUT /api/x/notification-settings': {
    kinds: [{ kind: 'webhook.failing', in_app: true, email: false }],
    digest: { every: 'week', weekday: 1, hour: 8 },
  },
  'PUT /api/x/password': { current_password: password, new_password: 'a longer phrase than before' },
  'PUT /api/x/profile': { name: 'Maya Okafor', format_region: 'IE' },
  'POST /api/x/password-reset/request': { email: 'maya@studio.example' },
  'POST /api/x/password-reset/show': { token: 'TOKEN' },
  'POST /api/x/password-reset': { token: 'TOKEN', password },
  'POST /api/x/two-factor/begin': { current_password: password },
  'POST /api/x/two-factor/confirm': { code: '123456' },
  'POST /api/x/two-factor/turn-off': { current_password: password, code: '123456' },
  'POST /api/x/two-factor/recovery-codes': { current_password: password },
  'POST /api/x/two-factor/forget-devices': { id: null },
  'PUT /api/x/two-factor-requirement': { is_required: false },
}

const queries: Readonly<Record<string, ExtensionExample['query']>> = {
  'GET /api/x/customer-balances': { ids: '1001,1002' },
  'GET /api/x/customers-by-id': { ids: '1001,1002' },
  'GET /api/x/invoice-balances': { ids: '2001,2002' },
  'GET /api/x/media': { url: 'https://files.example.com/photo.png', size: '64' },
  'GET /api/x/search': { q: 'okafor' },
}

/** Returns the example of an operation, by `METHOD /path`; undefined where nothing is sent. */
export function extensionExample(operation: string): ExtensionExample | undefined {
  const [body, query] = [bodies[operation], queries[operation]]
  return body || query ? { ...(body && { body }), ...(query && { query }) } : undefined
}

/** Every operation with an example. */
export const extensionExamples: readonly string[] = [...Object.keys(bodies), ...Object.keys(queries)]
