import { randomBytes, randomUUID } from 'node:crypto'

import { sql } from 'kysely'

import { type TemplateInput, templates } from '#contract/account/templates.ts'
import { nobodyBilled } from '#contract/invoices/document-sender.ts'
import { plans } from '#contract/invoices/plans.ts'
import { invoiceTemplates } from '#contract/invoices/templates.ts'
import { portalPath } from '#contract/portal/portal.ts'
import type { Endpoint, RecordName } from '#contract/wire/endpoint.ts'
import type { Context } from '#server/context.ts'
import { insertCredential } from '#server/platform/access/credentials.ts'
import { Tenant } from '#server/platform/access/tenant.ts'
import type { DocumentTable } from '#server/platform/db/tables/documents.ts'
import type { ScheduleTable } from '#server/platform/db/tables/schedules.ts'
import { addVersion, readCompany } from '#server/records/company/versions.ts'
import { contactColumns } from '#server/records/contacts/columns.ts'
import { customerColumns } from '#server/records/customers/columns.ts'
import { removeCustomers } from '#server/records/customers/writes.ts'
import { type NewInvoice, addInvoices } from '#server/records/invoices/insert.ts'
import { storedPlans } from '#server/records/invoices/subscriptions/plans.ts'
import { storedInvoiceTemplates } from '#server/records/invoices/templates/stored.ts'
import { addServices } from '#server/records/services/insert.ts'
import { storedTemplates } from '#server/records/templates/stored.ts'

import { addDelivery } from './delivery.ts'
import { addEndpoint } from './receiver.ts'
import { sampleService } from './samples.ts'

type Needs = Pick<Context, 'store' | 'sealKey'>
type AddRecord = (tenant: Tenant, context: Needs, path: string) => Promise<number>

const time = '2026-01-01T00:00:00.000000Z'
const someone = { kind: 'key' } as const

/** A file that was attached, without its content. */
const storedFile = () => ({
  token: randomBytes(32).toString('base64url'),
  name: 'plan.pdf',
  media_type: 'application/pdf',
  inline: 0 as const,
  bytes: 1_000,
  sha256: 'a'.repeat(64),
  created_at: time,
})

/** Templates of emails have no files. */
const proposalTemplate: TemplateInput = {
  ...templates.example,
  kind: 'proposal',
  message: '',
  sections: [{ heading: '', text: 'Terms' }],
}

const addTemplate = (tenant: Tenant, input: TemplateInput) =>
  tenant.transaction((trx) => storedTemplates.create(trx, someone, input))

/** Creates the record that an endpoint's `:id` names, in that account; returns its id. */
export function addRecord(
  context: Needs,
  account: number,
  { record, path }: Pick<Endpoint, 'record' | 'path'>,
): Promise<number> {
  const { store } = context
  if (!record) throw new Error(`${path} names no record`)
  return records[record](new Tenant(store.db, store.dialect, account, 'Test'), context, path)
}

const addCustomer = (tenant: Tenant) => {
  const person = { name: 'Zoë', last_name: 'Ødegård', email: 'zoe@example.com', phone: '1', business: {} }
  const times = { created_at: time, updated_at: time }
  return tenant.insertOne('customers', customerColumns({ ...person, permissions: [], ...times }))
}

const isInPortal = (path: string) => path.startsWith(`${portalPath}/`)

/** The id of the customer that a merge names. */
export const mergedId = 900_001

const isThere = async (tenant: Tenant, id: number) =>
  (await tenant.select('customers').select('id').where('id', '=', id).execute()).length > 0

async function addColleague({ store }: Needs): Promise<number> {
  const email = `${randomUUID()}@example.com`
  const { id } = await store.db
    .insertInto('staff')
    .values({ name: 'Zoë', email, email_verified: sql`true`, created_at: time, updated_at: time })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const addWebhook = async (tenant: Tenant, context: Needs) =>
  (await addEndpoint(context, tenant.account, { url: 'https://hooks.example/' })).id

async function addInvoice(
  tenant: Tenant,
  more: Pick<NewInvoice, 'status' | 'payments' | 'billed_to'> &
    Partial<Pick<NewInvoice, 'customer_id' | 'lines'>>,
): Promise<number> {
  const invoice = {
    invoice_number: 'INV-1',
    customer_id: 1,
    customer_name: 'Zoë Ødegård',
    customer_email: 'zoe@example.com',
    currency: 'EUR',
    // A draft whose due date has passed can’t be sent.
    due_date: '2099-01-31',
    lines: [{ description: 'Lettering', quantity: 2, unit_price: 85 }],
    ...more,
  }
  const [id] = await tenant.transaction((trx) => addInvoices(trx, [invoice]))
  return id as number // one row in, one id out
}

/** A sent invoice that lacks nothing to be electronic. */
async function addElectronicInvoice(tenant: Tenant): Promise<number> {
  const company = await readCompany(tenant)
  if (company.country === '')
    await addVersion(tenant, company, {
      ...company,
      city: 'Berlin',
      postal_code: '10115',
      country: 'Germany',
      tax_number: 'DE123456789',
      contact_name: 'Ada',
      phone: '+49 30 123456',
      email: 'ada@example.com',
    })
  const invoice = {
    status: 'sent',
    billed_to: JSON.stringify({
      ...nobodyBilled,
      city: 'Paris',
      postal_code: '75001',
      country: 'FR',
      reference: 'PO-7',
    }),
    lines: [
      { description: 'Lettering', quantity: 2, unit_price: 85, tax_rate: 19 },
      { description: 'Tax 19%', quantity: 1, unit_price: 32.3, kind: 'tax', tax_rate: 19 },
    ],
  } as const
  const id = await addInvoice(tenant, invoice)
  // The account may have had a company before it had this one.
  const { id: company_id } = await readCompany(tenant)
  await tenant.update('invoices').set({ company_id }).where('id', '=', id).execute()
  return id
}

async function addDocument(
  tenant: Tenant,
  kind: 'proposal' | 'contract',
  status: DocumentTable['status'],
): Promise<number> {
  const isSent = status !== 'draft'
  const content = {
    title: 'Rebranding',
    customer_id: await addCustomer(tenant),
    customer_name: 'Zoë Ødegård',
    customer_email: 'zoe@example.com',
    currency: 'EUR',
    total_amount: 0,
    sections: '[{"heading":"Scope","text":"A new sign"}]',
    lines: '[]',
    starts_on: null,
    ends_on: null,
  }
  const id = await tenant.insertOne('documents', {
    ...content,
    kind,
    number: 'DRAFT',
    status,
    search_text: '',
    customer_name_key: '',
    editions: isSent ? 1 : 0,
    created_at: time,
    updated_at: time,
  })
  const number = `${kind}-${id}`
  await tenant.update('documents').set({ number }).where('id', '=', id).execute()
  if (isSent)
    await tenant.insertOne('document_versions', {
      document_id: id,
      edition: 1,
      content: JSON.stringify({ ...content, number }),
      sha256: 'a'.repeat(64),
      company_id: null,
      sent_at: time,
      sent_by: 'Test',
    })
  return id
}

const planLines = JSON.stringify([
  { description: 'Lettering', quantity: 1, unit_price: 85, discount: 0, tax_rate: 0 },
])

const addPlan = (tenant: Tenant): Promise<number> =>
  tenant.transaction((trx) => storedPlans.create(trx, someone, plans.example))

async function addSchedule(
  tenant: Tenant,
  isPaused: boolean,
  more: Partial<Pick<ScheduleTable, 'starts_on' | 'ends_on' | 'status' | 'next_on'>> = {},
): Promise<number> {
  return tenant.insertOne('invoice_schedules', {
    customer_id: await addCustomer(tenant),
    customer_name: 'Zoë Ødegård',
    customer_name_key: 'zoe odegard',
    customer_email: 'zoe@example.com',
    status: isPaused ? 'paused' : 'active',
    pause_reason: null,
    frequency: 'monthly',
    starts_on: '2099-01-31',
    ends_on: null,
    max_count: null,
    next_on: isPaused ? null : '2099-01-31',
    currency: 'EUR',
    total_amount: 17_000,
    payment_days: 14,
    notes: '',
    lines: JSON.stringify([
      { description: 'Lettering', quantity: 2, unit_price: 85, discount: 0, tax_rate: 0 },
    ]),
    created_at: time,
    updated_at: time,
    ...more,
  })
}

const records: Record<RecordName, AddRecord> = {
  async credentials(tenant) {
    const { id } = await insertCredential(tenant, {
      kind: 'token',
      abilities: ['contacts.view'],
      rateLimit: 60,
      expiresAt: null,
    })
    return id
  },
  contacts(tenant) {
    const person = { name: 'Zoë', last_name: 'Ødegård', email: 'zoe@example.com', phone: '1' }
    const columns = contactColumns({ ...person, customer_id: null, company_name: null })
    return tenant.insertOne('contacts', { ...columns, created_at: time, updated_at: time })
  },

  async customers(tenant, _context, path) {
    if (path.endsWith('/merge') && !(await isThere(tenant, mergedId))) {
      const person = { name: 'Åse', last_name: '', email: '', phone: '', business: {}, permissions: [] }
      await tenant.insertOne('customers', { id: mergedId, ...customerColumns(person) })
    }
    return addCustomer(tenant)
  },

  custom_fields: (tenant) =>
    tenant.insertOne('custom_fields', {
      user_id: 1,
      location: 1,
      type: 1,
      name: 'Referral code',
      key: `referral_${randomUUID()}`,
      description: null,
      placeholder: null,
      fields: '{"options":[],"fileConfig":null}',
      field_group: 'Sales',
      required: 0,
      position: 0,
      created_at: time,
      updated_at: time,
    }),

  saved_views: (tenant) =>
    tenant.insertOne('saved_views', {
      creator_id: 1,
      list: '/customers',
      name: `Linked ${randomUUID()}`,
      folded_name: randomUUID(),
      search: 'linked=yes',
      columns: null,
      is_shared: 1,
      created_at: time,
      updated_at: time,
    }),

  async notes(tenant) {
    const customer_id = await addCustomer(tenant)
    return tenant.insertOne('notes', {
      customer_id,
      description: 'Note added',
      note: 'Prefers email',
      event: 'note',
      subject_id: customer_id,
      subject_type: 'customer',
      subject_title: 'Zoë Ødegård',
      caused_by: 'Test',
      created_at: time,
    })
  },

  async deleted_customers(tenant) {
    const id = await addCustomer(tenant)
    await tenant.transaction((trx) => removeCustomers(trx, { kind: 'key' }, [id]))
    return id
  },

  async customer_deletions(tenant) {
    const deletion = { total: 3, deleted: 1, missing: 0, caused_by: 'Test', finished_at: null }
    const times = { created_at: time, updated_at: time }
    return tenant.insertOne('customer_deletions', { state: 'running', ...deletion, ...times })
  },

  async customer_changes(tenant, _context, path) {
    // Only one that has ended can be undone.
    const state = path.endsWith('/undo') ? 'completed' : 'running'
    const done = { total: 3, changed: 1, unchanged: 0, missing: 0, caused_by: 'Test', actor_id: null }
    const times = { created_at: time, updated_at: time, finished_at: null }
    return tenant.insertOne('customer_changes', { state, change: '{"kind":"archive"}', ...done, ...times })
  },

  async imports(tenant, _context, path) {
    const times = { created_at: time, updated_at: time, finished_at: null }
    const counts = { created: 0, updated: 0, skipped: 0, failed: 0 }
    const plan = { plan_created: 0, plan_updated: 0, plan_skipped: 0, plan_failed: 0 }
    const id = await tenant.insertOne('imports', {
      kind: path.includes('customer') ? 'customers' : 'services',
      // Only what was checked can be started.
      state: 'checked',
      file_name: 'ours.csv',
      header: '["Email"]',
      samples: '[["zoe@example.com"]]',
      columns: '["email"]',
      is_remembered: 0,
      existing: 'update',
      checks: 1,
      worker: null,
      checked_through: 0,
      rows: 0,
      ...plan,
      ...counts,
      caused_by: 'Test',
      actor_id: null,
      ...times,
    })
    // Only rows that failed the check can be fixed.
    if (path.endsWith('/fix')) {
      const row = {
        row: 2,
        outcome: 'failed',
        record_id: null,
        label: '',
        problems: '[]',
        cells: '[""]',
      } as const
      await tenant.insertOne('import_results', { import_id: id, ...row })
    }
    return id
  },

  async customer_merges(tenant) {
    const [merged, survivor_id] = [await addCustomer(tenant), await addCustomer(tenant)]
    return tenant.insertOne('customer_merges', { id: merged, survivor_id, created_at: time })
  },

  async services(tenant) {
    const [id] = await tenant.transaction((trx) => addServices(trx, [sampleService]))
    return id as number // one row in, one id out
  },

  async invoices(tenant, _context, path) {
    if (isInPortal(path))
      return addInvoice(tenant, { status: 'sent', customer_id: await addCustomer(tenant) })
    if (path.endsWith('/xml')) return addElectronicInvoice(tenant)
    const status = /\/(payments|void|emails|credit-notes)$/.test(path) ? 'sent' : 'draft'
    return addInvoice(tenant, { status })
  },

  async documents(tenant, _context, path) {
    const kind = path.includes('proposals') ? 'proposal' : 'contract'
    const wasAnswered = /\/(invoice|contract|end|countersign)$/.test(path)
    const wasSent = isInPortal(path) || /\/(revise|accept|sign|decline|emails|:edition)$/.test(path)
    if (wasAnswered) return addDocument(tenant, kind, kind === 'proposal' ? 'accepted' : 'signed')
    return addDocument(tenant, kind, wasSent ? 'sent' : 'draft')
  },

  async document_files(tenant, _context, path) {
    return tenant.insertOne('document_files', {
      document_id: await addDocument(tenant, path.includes('proposal') ? 'proposal' : 'contract', 'draft'),
      ...storedFile(),
    })
  },

  async emails(tenant, _context, path) {
    const kind = (['proposal', 'contract', 'statement'] as const).find((one) => path.includes(one))
    return tenant.insertOne('emails', {
      ...(kind === 'statement'
        ? { about: 'customer', about_id: await addCustomer(tenant), kind, statement: '{}' }
        : kind
          ? { about: kind, about_id: await addDocument(tenant, kind, 'sent'), kind: 'document', edition: 1 }
          : { about: 'invoice', about_id: await addInvoice(tenant, { status: 'sent' }), kind: 'invoice' }),
      // Only a failed one can be attempted again.
      status: 'failed',
      recipients: '["zoe@example.com"]',
      reply_to: null,
      subject: 'A new sign',
      message: 'Thank you',
      message_id: randomUUID(),
      caused_by: 'Test',
      actor_id: null,
      created_at: time,
      next_attempt_at: null,
    })
  },

  async meetings(tenant, _context, path) {
    const customer_id = await addCustomer(tenant)
    const times = { starts_at: '2099-01-31T09:00:00.000000Z', ends_at: '2099-01-31T10:00:00.000000Z' }
    return tenant.insertOne('meetings', {
      ...times,
      uid: randomUUID(),
      status: 'scheduled',
      title: 'Walk-through',
      customer_id,
      customer_name: 'Zoë Ødegård',
      time_zone: 'Europe/Oslo',
      place: '',
      link: '',
      notes: '',
      attendees: JSON.stringify([
        { kind: 'customer', id: customer_id, name: 'Zoë Ødegård', email: 'zoe@example.com' },
      ]),
      attendee_count: 1,
      invited: '[]',
      organizer_name: null,
      organizer_email: null,
      // In the portal, customers change what they made.
      made_by_customer: isInPortal(path) ? 1 : 0,
      created_by: 'Test',
      search_text: '',
      created_at: time,
      updated_at: time,
    })
  },

  async bank_payments(tenant, _context, path) {
    if (path.endsWith('/payments')) await addInvoice(tenant, { status: 'sent' })
    return tenant.insertOne('bank_payments', {
      identity: randomUUID(),
      state: path.endsWith('/reopen') ? 'set_aside' : 'open',
      paid_on: '2026-01-05',
      amount: 8500,
      currency: 'EUR',
      payer: 'Zoë Ødegård',
      payer_key: 'zoe odegard',
      payer_account: '',
      text: 'Thank you',
      search_text: 'zoe odegard thank you',
      source: 'statement.xml',
      imported_by: 'Test',
      created_at: time,
    })
  },

  async invoice_payments(tenant) {
    const payments = [{ amount: 20, paid_on: '2026-01-05', method: 'card' as const }]
    const invoice_id = await addInvoice(tenant, { status: 'sent', payments })
    const { id } = await tenant
      .select('invoice_payments')
      .select('id')
      .where('invoice_id', '=', invoice_id)
      .executeTakeFirstOrThrow()
    return id
  },

  async credit_notes(tenant, _context, path) {
    const isElectronic = path.endsWith('/xml')
    const invoice_id = isElectronic
      ? await addElectronicInvoice(tenant)
      : await addInvoice(tenant, { status: 'sent', customer_id: await addCustomer(tenant) })
    const company_id = isElectronic ? (await readCompany(tenant)).id : null
    const id = await tenant.insertOne('credit_notes', {
      invoice_id,
      credit_number: `CN-${invoice_id}`,
      reason: 'Damaged',
      total_amount: isElectronic ? 10_115 : 8500,
      created_at: time,
      issued_on: time.slice(0, 10),
      issued_by: 'Test',
      company_id,
    })
    if (isElectronic) {
      const line = {
        credit_note_id: id,
        invoice_line_id: 1,
        quantity: 1_000_000,
        discount: 0,
        tax_rate: 19_000,
      }
      await tenant.insert('credit_note_lines', [
        { ...line, kind: 'item', description: 'Lettering', unit_price: 8500, total: 8500 },
        { ...line, kind: 'tax', description: 'Tax 19%', unit_price: 1615, total: 1615 },
      ])
    }
    return id
  },

  invoice_schedules: (tenant, _context, path) => addSchedule(tenant, path.endsWith('/resume')),

  invoice_templates: (tenant) =>
    tenant.transaction((trx) => storedInvoiceTemplates.create(trx, someone, invoiceTemplates.example)),

  templates: (tenant, _context, path) =>
    addTemplate(tenant, path.endsWith('/attachments') ? proposalTemplate : templates.example),

  template_files: async (tenant) =>
    tenant.insertOne('template_files', {
      template_id: await addTemplate(tenant, proposalTemplate),
      ...storedFile(),
    }),

  async plans(tenant, _context, path) {
    const id = await addPlan(tenant)
    const archived_at = path.endsWith('/unarchive') ? time : null
    await tenant.update('plans').set({ archived_at }).where('id', '=', id).execute()
    return id
  },

  async subscriptions(tenant, _context, path) {
    const isCanceled = path.endsWith('/keep')
    const isEnded = path.endsWith('/settle')
    return tenant.insertOne('subscriptions', {
      plan_id: await addPlan(tenant),
      schedule_id: await addSchedule(tenant, path.endsWith('/resume'), {
        starts_on: '2026-01-31',
        ...(isCanceled && { ends_on: '2099-01-30' }),
        ...(isEnded && { ends_on: '2026-02-27', status: 'ended', next_on: null }),
      }),
      plan_name: 'Care plan',
      plan_name_key: 'care plan',
      plan_lines: planLines,
      quantity: 2,
      price: null,
      net_amount: 17_000,
      starts_on: '2026-01-31',
      planned_end: null,
      canceled_at: isCanceled ? time : null,
      sends: 0,
      adjustments: isEnded
        ? JSON.stringify([
            { description: 'Care', quantity: 1_000_000, unitPrice: -8500, discount: 0, taxRate: 0 },
          ])
        : '[]',
      created_at: time,
    })
  },

  async memberships(tenant, context) {
    return tenant.insertOne('memberships', {
      user_id: await addColleague(context),
      role: 'staff',
      created_at: time,
    })
  },

  async invitations(tenant, context) {
    return tenant.insertOne('invitations', {
      email: 'zoe@example.com',
      role: 'staff',
      token_hash: randomUUID(),
      status: 'pending',
      is_emailed: 0,
      inviter_id: await addColleague(context),
      invited_by: 'Test',
      created_at: time,
      expires_at: '2099-01-31T00:00:00.000000Z',
    })
  },

  webhooks: addWebhook,

  async deliveries(tenant, context, path) {
    const webhook = await addWebhook(tenant, context)
    // Only a delivery that waits can be sent early.
    if (path.endsWith('/retry'))
      return addDelivery(tenant, webhook, { due_at: '2099-01-01T00:00:00.000000Z' })
    return addDelivery(tenant, webhook, {
      status: 'failed',
      error: 'connection refused',
      duration_ms: 3,
      created_at: time,
    })
  },
}
