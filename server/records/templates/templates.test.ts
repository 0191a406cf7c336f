import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { type Template, type TemplateInput, templates, usualTemplate } from '#contract/account/templates.ts'
import { listNotes } from '#contract/customers/notes.ts'
import type { Proposal } from '#contract/documents/documents.ts'
import type { InvoiceDetails } from '#contract/invoices/invoices.ts'
import type { InvoiceLanguage } from '#contract/invoices/looks.ts'
import { MailServer } from '#server/tools/testing/mail-server.ts'
import { addRecord } from '#server/tools/testing/record.ts'
import { invoiceInput, sampleLine } from '#server/tools/testing/samples.ts'
import { type TestAccount, type TestService, startService } from '#server/tools/testing/service.ts'

import { readDefaultTemplate } from './rows.ts'

let mail: MailServer
let service: TestService
let accounts = 0
let account: TestAccount
let admin: Record<string, string>
let staff: Record<string, string>
let customer: number

beforeAll(async () => {
  mail = new MailServer()
  service = await startService({ SMTP_URL: await mail.listen(), MAIL_FROM: 'billing@example.com' })
})
afterAll(async () => {
  await service.close()
  await mail.close()
})
beforeEach(async () => {
  accounts += 1
  account = await service.account(`Ødegård & Søn ${accounts}`, { rateLimit: 1_000_000 })
  admin = await service.session(account.id, 'admin')
  staff = await service.session(account.id, 'staff')
  customer = await addRecord(service.context, account.id, listNotes)
})

const year = new Date().toISOString().slice(0, 4)
const email = (more: Partial<TemplateInput> = {}): TemplateInput => ({
  kind: 'invoice_email',
  name: 'Friendly',
  is_default: false,
  subject: 'Invoice {{invoice.number}} from {{company.name}}',
  message: 'Hello {{customer.name}},\n\nplease pay {{invoice.total}}.',
  sections: [],
  ...more,
})
const document = (more: Partial<TemplateInput> = {}): TemplateInput => ({
  kind: 'proposal',
  name: 'Short',
  is_default: false,
  subject: 'Proposal for {{customer.name}}',
  message: '',
  sections: [{ heading: 'For {{customer.name}}', text: '**{{customer.name}}** pays {{proposal.total}}.' }],
  ...more,
})
const match = (version: number) => ({ 'if-match': `"${version}"` })
const post = (input: object, headers = admin) => service.send('POST', '/api/x/templates', headers, input)
const put = ({ id, version }: Template, input: object, headers = admin) =>
  service.send('PUT', `/api/x/templates/${id}`, { ...headers, ...match(version) }, input)
const remove = ({ id, version }: Template, headers = admin) =>
  service.send('DELETE', `/api/x/templates/${id}`, { ...headers, ...match(version) })
const create = async (input: TemplateInput) => {
  const answer = await post(input)
  expect(answer.json().error).toBeUndefined()
  return answer.json().data as Template
}
const read = async (id: number) => {
  const answer = await service.send('GET', `/api/x/templates/${id}`, staff)
  expect(templates.show.response.safeParse(answer.json()).error).toBeUndefined()
  return answer.json().data as Template
}
const list = async (kind?: string) =>
  (await service.send('GET', `/api/x/templates${kind ? `?kind=${kind}` : ''}`, staff)).json()
    .data as Template[]
const draftInvoice = async () =>
  (await service.send('POST', '/api/x/invoices', staff, invoiceInput(customer))).json().data as InvoiceDetails
const propose = async (more: object = {}) => {
  const answer = await service.send('POST', '/api/x/proposals', staff, {
    customer_id: customer,
    title: 'Rebranding',
    currency: 'EUR',
    sections: [{ heading: 'Scope', text: 'Signs' }],
    line_items: [sampleLine],
    valid_until: null,
    ...more,
  })
  expect(answer.json().error).toBeUndefined()
  return answer.json().data as Proposal
}
const sendProposal = ({ id, version }: Proposal, body: object = {}) =>
  service.send('POST', `/api/x/proposals/${id}/send`, { ...staff, ...match(version) }, body)
const sendInvoice = ({ id, version }: InvoiceDetails, body: object = {}) =>
  service.send('POST', `/api/x/invoices/${id}/send`, { ...staff, ...match(version ?? 1) }, body)
const values = async (query: string, headers = staff) => {
  const answer = await service.send('GET', `/api/x/placeholder-values?${query}`, headers)
  return { status: answer.statusCode, data: answer.json().data as Record<string, string | null> }
}
const rename = (name: string, last_name = '') =>
  account.tenant.update('customers').set({ name, last_name }).where('id', '=', customer).execute()

describe('a template', () => {
  test('is created, read, listed by kind, changed and deleted, with an entry in the audit log each time', async () => {
    const template = await create(email())
    expect(await read(template.id)).toEqual(template)
    expect(template).toMatchObject({ ...email(), version: 1 })
    await create(document())
    expect((await list()).map(({ name }) => name)).toEqual(['Friendly', 'Short'])
    expect((await list('proposal')).map(({ name }) => name)).toEqual(['Short'])
    expect((await list())[0]).not.toHaveProperty('message')
    const changed = (await put(template, email({ name: 'Kind' }))).json().data as Template
    expect(changed).toMatchObject({ name: 'Kind', version: 2 })
    expect((await put(changed, email({ name: 'Kind' }))).json().data).toMatchObject({ version: 2 })
    expect((await remove(template)).statusCode).toBe(412)
    expect((await remove(changed)).statusCode).toBe(204)
    expect((await service.send('GET', `/api/x/templates/${template.id}`, staff)).statusCode).toBe(404)
    const entries = await account.tenant
      .select('audit_log')
      .select(['action', 'target_name', 'changes'])
      .where('action', 'like', 'template.%')
      .orderBy('id')
      .execute()
    expect(entries.map(({ action, target_name }) => `${action} ${target_name}`)).toEqual([
      'template.created Friendly',
      'template.created Short',
      'template.changed Kind',
      'template.deleted Kind',
    ])
    expect(JSON.parse(entries[3]?.changes ?? '{}')).toMatchObject({
      kind: { from: 'invoice_email', to: null },
      name: { from: 'Kind', to: null },
      subject: { from: email().subject, to: null },
    })
  })

  test.each(['proposal_reminder', 'contract_reminder'] as const)(
    'of the kind %s has the placeholders of what it reminds of, and no others',
    async (kind) => {
      const [own, other] = kind === 'proposal_reminder' ? ['proposal', 'contract'] : ['contract', 'proposal']
      const texts = { subject: `Still open: {{${own}.number}}`, message: 'Hello {{customer.name}}' }
      const template = await create(email({ kind, is_default: true, ...texts }))
      expect(await list(kind)).toMatchObject([{ id: template.id, is_default: true }])
      expect(await list(`${own}_email`)).toEqual([])
      const refused = await post(email({ kind, ...texts, message: `{{${other}.number}}` }))
      expect(refused.statusCode).toBe(422)
      expect(Object.keys(refused.json().error.details)).toEqual(['message'])
    },
  )

  test('is changed only by people who manage settings, and not over the change of another', async () => {
    const template = await create(email())
    expect((await post(email(), staff)).statusCode).toBe(403)
    expect((await put(template, email({ name: 'New' }), staff)).statusCode).toBe(403)
    expect((await remove(template, staff)).statusCode).toBe(403)
    expect((await service.send('DELETE', `/api/x/templates/${template.id}`, admin)).statusCode).toBe(428)
    const both = await Promise.all([put(template, email({ name: 'A' })), put(template, email({ name: 'B' }))])
    expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 412])
    expect((await service.send('PUT', `/api/x/templates/${template.id}`, admin, email())).statusCode).toBe(
      428,
    )
  })

  test('is the default of its kind alone, however many become it at once', async () => {
    await create(document({ is_default: true }))
    const made = await Promise.all(['A', 'B', 'C'].map((name) => create(email({ name, is_default: true }))))
    const defaults = (await list()).filter(({ is_default }) => is_default)
    expect(defaults.map(({ kind }) => kind)).toEqual(['invoice_email', 'proposal'])
    const other = made.find(({ id }) => id !== defaults[0]?.id)
    expect((await put(await read(other?.id ?? 0), email({ is_default: true }))).statusCode).toBe(200)
    expect((await list('invoice_email')).filter(({ is_default }) => is_default).map(({ id }) => id)).toEqual([
      other?.id,
    ])
    expect(await read(defaults[0]?.id ?? 0)).toMatchObject({ is_default: false, version: 2 })
  })

  test('is the default of its kind in its language, and else the one for all languages is', async () => {
    const make = (name: string, language: InvoiceLanguage | null, is_default = true) =>
      create(email({ name, subject: name, language, is_default }))
    await make('Everybody', null)
    const german = await make('Kunden', 'de')
    await make('Other', 'fr', false)
    const usualIn = async (language: InvoiceLanguage) => {
      const found = await readDefaultTemplate(account.tenant, 'invoice_email', language)
      expect(usualTemplate(await list('invoice_email'), language)?.name).toBe(found?.subject)
      return found?.subject
    }
    expect([await usualIn('de'), await usualIn('fr'), await usualIn('en')]).toEqual([
      'Kunden',
      'Everybody',
      'Everybody',
    ])
    // It becomes the only one for all languages.
    const changed = email({ name: 'Kunden', subject: 'Kunden', is_default: true })
    expect((await put(german, changed)).json().data).toMatchObject({ language: null, version: 2 })
    expect([await usualIn('de'), await usualIn('fr')]).toEqual(['Kunden', 'Kunden'])
  })

  test.each<[TemplateInput, Record<string, string>]>([
    [
      email({ message: 'Hello {{customer.nam}}' }),
      { message: 'Unknown placeholder {{customer.nam}}. Did you mean {{customer.name}}?' },
    ],
    [
      email({ subject: '{{proposal.title}}' }),
      { subject: 'Unknown placeholder {{proposal.title}}. Choose one from the list' },
    ],
    [
      email({ kind: 'reminder_email', message: '{{customer.name' }),
      { message: 'Close this placeholder with }}' },
    ],
    [
      document({
        sections: [
          { heading: 'A', text: 'B' },
          { heading: '{{x}}', text: 'C' },
        ],
      }),
      { 'sections.1.heading': 'Unknown placeholder {{x}}. Choose one from the list' },
    ],
    [
      document({ sections: [{ heading: '', text: '[a](https://example.com/{{customer.name}})' }] }),
      { 'sections.0.text': 'The address of a link can’t contain placeholders' },
    ],
    [
      document({ subject: '{{proposal.title}}' }),
      { subject: 'Unknown placeholder {{proposal.title}}. Did you mean {{proposal.total}}?' },
    ],
    [email({ subject: '' }), { subject: 'Enter a subject' }],
    [email({ message: ' ' }), { message: 'Enter a message' }],
    [email({ name: '' }), { name: 'Enter a name' }],
    [
      email({ subject: 'A\r\nBcc: x@example.com' }),
      { subject: 'Remove hidden characters, such as line breaks' },
    ],
    [document({ sections: [] }), { sections: 'Add a section or a line' }],
    [document({ language: 'de' }), { language: 'Only emails have a language' }],
    [document({ message: 'Hello' }), { message: 'Only emails have a message' }],
    [document({ line_items: [sampleLine] }), { currency: 'Choose a currency' }],
    [email({ valid_days: 14 }), { valid_days: 'Only proposals are valid for some days' }],
    [document({ valid_days: 366 }), { valid_days: 'Enter 1 to 365 days' }],
    [email({ line_items: [sampleLine], currency: 'EUR' }), { line_items: 'Only documents have lines' }],
  ])('%# is refused at its field', async (input, details) => {
    const answer = await post(input)
    expect(answer.statusCode).toBe(422)
    expect(answer.json().error.details).toEqual(details)
  })

  test('of a proposal keeps its lines, their currency and how long it is valid, and can be of lines alone', async () => {
    const more = { sections: [], line_items: [sampleLine], currency: 'GBP', valid_days: 14 }
    const template = await create(document(more))
    expect(template).toMatchObject(more)
    expect((await put(template, document())).json().data).toMatchObject({
      line_items: [],
      currency: null,
      valid_days: null,
    })
  })

  test('keeps its kind', async () => {
    const template = await create(email())
    const answer = await put(template, email({ kind: 'reminder_email' }))
    expect(answer.statusCode).toBe(422)
    expect(answer.json().error.details).toEqual({ kind: 'The kind of a template can’t be changed' })
  })
})

describe('what placeholders stand for', () => {
  test('is read from the invoice, the document or the customer, and the company', async () => {
    const invoice = await draftInvoice()
    expect((await values(`invoice_id=${invoice.id}`)).data).toMatchObject({
      'customer.name': 'Zoë Ødegård',
      'company.name': `Ødegård & Søn ${accounts}`,
      'sender.name': 'Robin',
      'invoice.number': null,
      'invoice.due_date': null,
      'invoice.payment_link': null,
      'invoice.total': '€205.70',
    })
    const sent = (await sendInvoice(invoice)).json().data as InvoiceDetails
    expect((await values(`invoice_id=${invoice.id}`)).data).toMatchObject({
      'invoice.number': sent.invoice_number,
      'invoice.amount_due': '€205.70',
      'invoice.payment_link': '',
    })
    const { id } = await propose({ valid_until: '2099-01-31' })
    expect((await values(`proposal_id=${id}`)).data).toMatchObject({
      'proposal.number': null,
      'proposal.title': 'Rebranding',
      'proposal.valid_until': 'Jan 31, 2099',
    })
    expect((await values(`customer_id=${customer}`)).data).toMatchObject({ 'customer.first_name': 'Zoë' })
    expect(Object.keys((await values('')).data)).not.toContain('customer.name')
  })

  test('of another account isn’t found', async () => {
    const invoice = await draftInvoice()
    const proposal = await propose()
    const other = await service.account(`Other ${accounts}`)
    const stranger = await service.session(other.id, 'owner')
    for (const query of [
      `invoice_id=${invoice.id}`,
      `proposal_id=${proposal.id}`,
      `contract_id=${proposal.id}`,
      `customer_id=${customer}`,
    ])
      expect((await values(query, stranger)).status).toBe(404)
  })
})

describe('a proposal', () => {
  test('keeps its placeholders while it’s a draft, and says for ever what they stood for when it was sent', async () => {
    await rename('**Zoë**', '[x](https://evil.example)')
    const { subject, sections } = document()
    const draft = await propose({ title: subject, sections })
    expect(draft).toMatchObject({ title: subject, sections })
    const sent = (await sendProposal(draft)).json().data as Proposal
    expect(sent.title).toBe('Proposal for **Zoë** [x](https://evil.example)')
    expect(sent.sections).toEqual([
      {
        heading: 'For **Zoë** [x](https://evil.example)',
        text: String.raw`**\*\*Zoë\*\* \[x\](https://evil.example)** pays €205.70.`,
      },
    ])
    await rename('Later')
    const version = await service.send('GET', `/api/x/proposals/${draft.id}/versions/1`, staff)
    expect(version.json().data).toMatchObject({ title: sent.title, sections: sent.sections })
    expect((await service.send('GET', `/api/x/proposals?search=evil`, staff)).json().data).toHaveLength(1)
  })

  test('says a name that looks like placeholders as it is, in every version and its emails', async () => {
    const name = 'Zoë {{company.name}} {number}'
    await rename('Zoë', '{{company.name}} {number}')
    const { subject, sections } = document()
    const first = (await sendProposal(await propose({ title: subject, sections }))).json().data as Proposal
    const changing = await service.send('POST', `/api/x/proposals/${first.id}/revise`, {
      ...staff,
      ...match(first.version),
    })
    const email = { to: ['zoe@example.com'], subject: '{{proposal.title}}', message: 'Hi {{customer.name}}' }
    expect((await sendProposal(changing.json().data as Proposal, { email })).statusCode).toBe(200)
    const versions = await Promise.all(
      [2, 1].map((edition) => service.send('GET', `/api/x/proposals/${first.id}/versions/${edition}`, staff)),
    )
    const said = { title: `Proposal for ${name}`, sections: [{ heading: `For ${name}` }] }
    expect(versions.map((version) => version.json().data)).toMatchObject([said, said])
    const rows = await account.tenant.select('emails').select(['subject', 'message']).execute()
    expect(rows).toEqual([{ subject: `Proposal for ${name}`, message: `Hi ${name}` }])
    expect(
      (await service.send('GET', `/api/x/proposals?search=company.name`, staff)).json().data,
    ).toHaveLength(1)
  })

  test('has its number in its own text', async () => {
    const draft = await propose({
      sections: [{ heading: '{{proposal.number}}', text: '{{proposal.title}}' }],
    })
    const sent = (await sendProposal(draft)).json().data as Proposal
    expect(sent.sections).toEqual([{ heading: `PRO-${year}-0001`, text: 'Rebranding' }])
  })

  test('isn’t sent with an unknown placeholder, takes no number and says where it is', async () => {
    const draft = await propose({
      title: 'For {{customer.nmae}}',
      sections: [{ heading: 'A', text: 'B {{invoice.total}}' }],
    })
    const answer = await sendProposal(draft)
    expect(answer.statusCode).toBe(422)
    expect(answer.json().error.details).toEqual({
      title: 'Unknown placeholder {{customer.nmae}}. Did you mean {{customer.name}}?',
      'sections.0.text': 'Unknown placeholder {{invoice.total}}. Did you mean {{proposal.total}}?',
    })
    const good = (await sendProposal(await propose())).json().data as Proposal
    expect(good.number).toBe(`PRO-${year}-0001`)
  })

  test('isn’t sent where nothing is left of its title', async () => {
    await rename('Zoë', '')
    const answer = await sendProposal(await propose({ title: '{{customer.last_name}}' }))
    expect(answer.statusCode).toBe(422)
    expect(answer.json().error.details).toEqual({
      title: 'The placeholders stand for nothing here. Add some text',
    })
  })

  test('isn’t sent where its title becomes too long', async () => {
    await rename('Z'.repeat(190))
    const answer = await sendProposal(await propose({ title: 'A proposal for {{customer.name}}' }))
    expect(answer.statusCode).toBe(422)
    expect(Object.keys(answer.json().error.details as object)).toEqual(['title'])
  })
})

describe('an email', () => {
  const stored = async () =>
    account.tenant.select('emails').select(['subject', 'message']).orderBy('id').execute()

  test('of an invoice is filled when it is sent, with what is known only then', async () => {
    const draft = await draftInvoice()
    const { subject, message } = email()
    const to = ['zoe@example.com']
    const sent = (await sendInvoice(draft, { email: { to, subject, message } })).json().data as InvoiceDetails
    expect(await stored()).toEqual([
      {
        subject: `Invoice ${sent.invoice_number} from Ødegård & Søn ${accounts}`,
        message: 'Hello Zoë Ødegård,\n\nplease pay €205.70.',
      },
    ])
  })

  test('takes no header, line or placeholder from a value', async () => {
    await rename('Zoë\r\nBcc: all@example.com', '{{company.bank_details}}')
    const draft = await draftInvoice()
    const to = ['zoe@example.com']
    const body = { email: { to, subject: 'For {{customer.name}}', message: 'For {{customer.name}}' } }
    expect((await sendInvoice(draft, body)).statusCode).toBe(200)
    expect((await stored())[0]?.subject).toBe('For Zoë, Bcc: all@example.com {{company.bank_details}}')
  })

  test('with an unknown placeholder is refused at its field, and nothing is sent', async () => {
    const draft = await draftInvoice()
    const wrong = { to: ['zoe@example.com'], subject: '{{invoice.nmber}}', message: '{{proposal.total}}' }
    const answer = await sendInvoice(draft, { email: wrong })
    expect(answer.statusCode).toBe(422)
    expect(answer.json().error.details).toEqual({
      'email.subject': 'Unknown placeholder {{invoice.nmber}}. Did you mean {{invoice.number}}?',
      'email.message': 'Unknown placeholder {{proposal.total}}. Did you mean {{invoice.total}}?',
    })
    expect(await stored()).toEqual([])
    expect((await service.send('GET', `/api/x/invoices/${draft.id}`, staff)).json().data.status).toBe('draft')
    const proposal = await propose()
    const refused = await sendProposal(proposal, { email: { ...wrong, message: 'Hello' } })
    expect(Object.keys(refused.json().error.details as object)).toEqual(['email.subject'])
  })

  test('of whose subject nothing is left is refused', async () => {
    await rename('Zoë', '')
    const to = ['zoe@example.com']
    const body = { email: { to, subject: '{{customer.last_name}}', message: 'Hi' } }
    const answer = await sendInvoice(await draftInvoice(), body)
    expect(answer.statusCode).toBe(422)
    expect(Object.keys(answer.json().error.details as object)).toEqual(['email.subject'])
    expect(await stored()).toEqual([])
  })

  test('whose subject becomes too long is refused', async () => {
    await rename('Z'.repeat(199))
    const draft = await draftInvoice()
    const to = ['zoe@example.com']
    const answer = await sendInvoice(draft, {
      email: { to, subject: 'For {{customer.name}}', message: 'Hi' },
    })
    expect(answer.statusCode).toBe(422)
    expect(Object.keys(answer.json().error.details as object)).toEqual(['email.subject'])
  })

  test('of a proposal says its number and title', async () => {
    const proposal = await propose({ title: 'For {{customer.first_name}}' })
    const to = ['zoe@example.com']
    const subject = '{{proposal.number}}: {{proposal.title}}'
    expect((await sendProposal(proposal, { email: { to, subject, message: 'Hi' } })).statusCode).toBe(200)
    const rows = await account.tenant.select('emails').select('subject').execute()
    expect(rows).toEqual([{ subject: `PRO-${year}-0001: For Zoë` }])
  })
})
