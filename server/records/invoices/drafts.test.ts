import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { listNotes } from '#contract/customers/notes.ts'
import { type DraftInput, createDraft } from '#contract/invoices/drafts.ts'
import { type Invoice, type InvoiceDetails, listInvoices, showInvoice } from '#contract/invoices/invoices.ts'
import { startOffice } from '#server/tools/testing/office.ts'
import { addRecord } from '#server/tools/testing/record.ts'
import { runs } from '#server/tools/testing/runs.ts'
import { invoiceInput, sampleLine } from '#server/tools/testing/samples.ts'

import { addInvoices } from './insert.ts'

const { service, account, staff, viewer } = await startOffice({ rateLimit: 1_000_000 })
const newCustomer = () => addRecord(service.context, account.id, listNotes)
const customer = await newCustomer()

const input = (more: Partial<DraftInput> = {}) => invoiceInput(customer, more)
const create = async (more: Partial<DraftInput> = {}, headers = staff) => {
  const answer = await service.send('POST', '/api/x/invoices', headers, input(more))
  expect(answer.json().error).toBeUndefined()
  expect(answer.statusCode).toBe(201)
  expect(createDraft.response.safeParse(answer.json()).error).toBeUndefined()
  expect(answer.headers.etag).toBe('"1"')
  return answer.json().data as InvoiceDetails
}
const update = (id: number, version: number, more: Partial<DraftInput>, headers = staff) =>
  service.send('PUT', `/api/x/invoices/${id}`, { ...headers, 'if-match': `"${version}"` }, input(more))
const remove = (id: number, version: number) =>
  service.send('DELETE', `/api/x/invoices/${id}`, { ...staff, 'if-match': `"${version}"` })
const read = async (id: number) => {
  const answer = await service.send('GET', `/api/x/invoices/${id}`, staff)
  expect(showInvoice.response.safeParse(answer.json()).error).toBeUndefined()
  return answer.json().data as InvoiceDetails
}
const onSurfaceB = async (query: string) => {
  const answer = await service.send('GET', `/api/invoices?${query}`, {
    authorization: `Bearer ${account.key}`,
  })
  expect(listInvoices.response.safeParse(answer.json()).error).toBeUndefined()
  return answer.json() as { data: Invoice[]; meta: { total: number } }
}
const activity = async () => {
  const answer = await service.send('GET', `/api/customers/${customer}`, {
    authorization: `Bearer ${account.key}`,
  })
  return answer.json().data.activity_log as Record<string, unknown>[]
}
const sent = async () => {
  const { tenant } = account
  const lines = [{ description: 'Lettering', quantity: 2, unit_price: 85 }]
  const more = { customer_name: 'Zoë Ødegård', customer_email: 'zoe@example.com', lines }
  const [id] = await tenant.transaction((trx) =>
    addInvoices(trx, [
      {
        ...more,
        invoice_number: 'OLD-7',
        customer_id: customer,
        status: 'sent',
        currency: 'EUR',
        due_date: '2026-03-15',
        created_at: '2026-03-01T10:00:00.000000Z',
      },
    ]),
  )
  return id as number // one invoice in, one id out
}

describe('a draft', () => {
  test('has the customer, what its lines come to, and tax for each rate as a line', async () => {
    const draft = await create({
      line_items: [
        { ...sampleLine, description: ' Design ', quantity: 1.5, unit_price: 99.99, discount: 10 },
        { ...sampleLine, tax_rate: 0 },
        { ...sampleLine, unit_price: 0.25, quantity: 1, tax_rate: 9.5 },
      ],
    })
    expect(draft).toMatchObject({
      invoice_number: `DRAFT-${draft.id}`,
      customer_id: customer,
      customer_name: 'Zoë Ødegård',
      customer_email: 'zoe@example.com',
      status: 'draft',
      currency: 'EUR',
      payment_days: 14,
      total_amount: 333.61,
      version: 1,
    })
    const written = draft.line_items.map(
      ({ id: _id, quantity_credited: _q, amount_credited: _c, ...one }) => one,
    )
    expect(written).toEqual([
      {
        kind: 'item',
        description: 'Design',
        quantity: 1.5,
        unit_price: 99.99,
        discount: 10,
        tax_rate: 21,
        total: 134.99,
      },
      {
        kind: 'item',
        description: 'Lettering',
        quantity: 2,
        unit_price: 85,
        discount: 0,
        tax_rate: 0,
        total: 170,
      },
      {
        kind: 'item',
        description: 'Lettering',
        quantity: 1,
        unit_price: 0.25,
        discount: 0,
        tax_rate: 9.5,
        total: 0.25,
      },
      {
        kind: 'tax',
        description: 'Tax 9.5%',
        quantity: 1,
        unit_price: 0.02,
        discount: 0,
        tax_rate: 9.5,
        total: 0.02,
      },
      {
        kind: 'tax',
        description: 'Tax 21%',
        quantity: 1,
        unit_price: 28.35,
        discount: 0,
        tax_rate: 21,
        total: 28.35,
      },
    ])
    expect(await read(draft.id)).toEqual(draft)
  })

  test('is listed on Surface B in its exact shape, and adds up there too', async () => {
    const draft = await create()
    const { data } = await onSurfaceB(`search=DRAFT-${draft.id}`)
    const {
      version: _v,
      payment_days: _p,
      notes: _n,
      amount_paid: _a,
      amount_due: _d,
      amount_credited: _c,
      amount_to_refund: _r,
      credit_notes: _s,
      payments: _m,
      sender: _f,
      billed_to: _b,
      look: _look,
      payment_code: _code,
      issued_on: _i,
      reference: _reference,
      delivered_from: _from,
      delivered_to: _to,
      exemption: _exemption,
      exemption_reason: _reason,
      viewed_at: _viewed,
      line_items,
      ...shown
    } = draft
    const plain = line_items.map(
      ({ kind: _k, discount: _d, tax_rate: _t, quantity_credited: _q, amount_credited: _c, ...one }) => one,
    )
    expect(data).toEqual([{ ...shown, line_items: plain }])
    expect(plain.reduce((sum, { total }) => sum + total, 0)).toBeCloseTo(draft.total_amount, 9)
  })

  test('says what the customer calls it, when it was delivered and why it isn’t taxed, and keeps what isn’t given', async () => {
    const said = {
      reference: 'PO-7',
      delivered_from: '2026-11-01',
      delivered_to: '2026-11-30',
      exemption: 'AE',
      exemption_reason: 'Article 196',
    } as const
    const draft = await create(said)
    expect(draft).toMatchObject(said)
    const url = `/api/x/invoices/${draft.id}`
    const save = async (version: number, more: object) =>
      (
        await service.send('PUT', url, { ...staff, 'if-match': `"${version}"` }, { ...input(), ...more })
      ).json()
    expect((await save(1, { notes: 'Changed' })).data).toMatchObject({ ...said, version: 2 })
    expect((await save(2, { delivered_to: null, exemption: null })).data).toMatchObject({
      ...said,
      delivered_to: null,
      exemption: null,
    })
    expect((await save(3, { delivered_to: '2026-10-31' })).error.details).toEqual({
      delivered_to: 'Choose a day after the first one',
    })
    const copy = (await service.send('POST', `${url}/duplicate`, staff)).json().data
    expect(copy).toMatchObject({ reference: 'PO-7', delivered_from: null, exemption_reason: 'Article 196' })
  })

  test('may be incomplete: without lines, descriptions or prices', async () => {
    const draft = await create({ line_items: [] })
    expect(draft.total_amount).toBe(0)
    const [one] = (await create({ line_items: [{ ...sampleLine, description: '', unit_price: 0 }] }))
      .line_items
    expect(one).toMatchObject({ description: '', total: 0 })
  })

  test('is due by its terms, or on the day that was chosen', async () => {
    const today = new Date().toISOString().slice(0, 10)
    expect((await create({ payment_days: 0 })).due_date).toBe(today)
    const chosen = { payment_days: null, due_date: '2031-02-28' }
    expect(await create(chosen)).toMatchObject(chosen)
  })

  test('that is sent twice with one Idempotency-Key is created once', async () => {
    const headers = { ...staff, 'idempotency-key': 'draft-once' }
    const [first, second] = [await create({}, headers), await create({}, headers)]
    expect(second).toEqual(first)
    const other = await service.send('POST', '/api/x/invoices', headers, input({ notes: 'Other' }))
    expect(other.statusCode).toBe(422)
  })

  test('leaves its creation and deletion in the activity, with who did it', async () => {
    const draft = await create()
    expect((await activity())[0]).toMatchObject({
      event: 'created',
      description: 'Invoice draft created',
      subject_type: 'invoice',
      subject_id: draft.id,
      subject_title: draft.invoice_number,
      caused_by: 'Robin',
    })
    expect((await remove(draft.id, 1)).statusCode).toBe(204)
    expect((await activity())[0]).toMatchObject({ event: 'deleted', subject_id: draft.id })
    expect((await service.send('GET', `/api/x/invoices/${draft.id}`, staff)).statusCode).toBe(404)
    expect((await remove(draft.id, 1)).statusCode).toBe(404)
  })

  test('can be seen but not written by a viewer', async () => {
    const draft = await create()
    expect((await service.send('GET', `/api/x/invoices/${draft.id}`, viewer)).statusCode).toBe(200)
    expect((await service.send('POST', '/api/x/invoices', viewer, input())).statusCode).toBe(403)
    expect((await update(draft.id, 1, {}, viewer)).statusCode).toBe(403)
  })

  test('tells open screens of the account that it changed', async () => {
    const heard: unknown[] = []
    const stop = service.context.live.subscribe(account.id, (change) => heard.push(change))
    const { id } = await create()
    await update(id, 1, { notes: 'Thank you' })
    await remove(id, 2)
    stop()
    expect(heard).toEqual([
      { topic: 'invoices', id },
      { topic: 'invoices', id },
      { topic: 'invoices', id: null },
    ])
  })
})

test.each([
  ['EUR', 0.001, 'Use at most 2 decimals'],
  ['JPY', 0.5, 'Use a whole amount: JPY has no decimals'],
  ['KWD', 1e12, 'This amount is too large'],
  ['HUF', 12_345.678, 'Use at most 2 decimals'],
])('a price in %s of %d is refused with the reason: %s', async (currency, unit_price, message) => {
  const line_items = [{ ...sampleLine, unit_price }]
  const answer = await service.send('POST', '/api/x/invoices', staff, { ...input(), currency, line_items })
  expect(answer.json().error.details).toEqual({ 'line_items.0.unit_price': message })
})

describe('a draft is refused where the mistake is', () => {
  test.each([
    ['a customer who doesn’t exist', { customer_id: 424_242 }, 'customer_id'],
    ['no customer', { customer_id: null }, 'customer_id'],
    ['a currency that isn’t one', { currency: 'euro' }, 'currency'],
    ['a currency that no list has', { currency: 'EUE' }, 'currency'],
    ['a currency for testing', { currency: 'XTS' }, 'currency'],
    ['neither terms nor a due date', { payment_days: null }, 'due_date'],
    ['a day that doesn’t exist', { due_date: '2026-02-30' }, 'due_date'],
    [
      'a price with more decimals than its currency',
      { line_items: [sampleLine, { ...sampleLine, unit_price: 0.001 }] },
      'line_items.1.unit_price',
    ],
    [
      'yen in decimals',
      { currency: 'JPY', line_items: [{ ...sampleLine, unit_price: 0.5 }] },
      'line_items.0.unit_price',
    ],
    [
      'a quantity that is too fine',
      { line_items: [{ ...sampleLine, quantity: 1e-7 }] },
      'line_items.0.quantity',
    ],
    ['a negative quantity', { line_items: [{ ...sampleLine, quantity: -1 }] }, 'line_items.0.quantity'],
    ['a discount above 100%', { line_items: [{ ...sampleLine, discount: 100.5 }] }, 'line_items.0.discount'],
    [
      'a tax rate that is too fine',
      { line_items: [{ ...sampleLine, tax_rate: 0.0001 }] },
      'line_items.0.tax_rate',
    ],
    ['a hidden character', { notes: 'a\u0000b' }, 'notes'],
    ['too many lines', { line_items: Array.from({ length: 201 }, () => sampleLine) }, 'line_items'],
    [
      'amounts that are too large',
      { line_items: [{ ...sampleLine, quantity: 1e6, unit_price: 1e12 }] },
      'line_items',
    ],
  ])('%s', async (_title, more, name) => {
    const answer = await service.send('POST', '/api/x/invoices', staff, { ...input(), ...more })
    expect(answer.statusCode).toBe(422)
    expect(Object.keys(answer.json().error.details)).toEqual([name])
  })

  test('and whatever else is sent, it is never a server error', async () => {
    const number = fc.oneof(fc.double(), fc.integer(), fc.constantFrom(0, -0, 1e-7, 1e21, 100, 0.005))
    const body = fc.record(
      {
        customer_id: fc.oneof(fc.constant(customer), fc.anything()),
        currency: fc.oneof(fc.constantFrom('EUR', 'JPY', 'KWD', 'XXQ'), fc.string()),
        payment_days: fc.oneof(fc.nat(400), fc.constant(null), fc.anything()),
        due_date: fc.oneof(fc.constantFrom(null, '2026-01-31', '9999-12-31', '0000-01-01'), fc.string()),
        notes: fc.string({ unit: 'binary' }),
        line_items: fc.oneof(
          fc.array(
            fc.record({
              description: fc.string({ unit: 'binary' }),
              quantity: number,
              unit_price: number,
              discount: number,
              tax_rate: number,
            }),
          ),
          fc.anything(),
        ),
      },
      { requiredKeys: [] },
    )
    await fc.assert(
      fc.asyncProperty(body, async (payload) => {
        const text = JSON.stringify(payload)
        const headers = { authorization: `Bearer ${account.key}`, 'content-type': 'application/json' }
        const answer = await service.app.inject({
          method: 'POST',
          url: '/api/x/invoices',
          headers,
          payload: text,
        })
        expect([201, 400, 422]).toContain(answer.statusCode)
      }),
      { numRuns: runs(30, 150) },
    )
  })
})

describe('saving a draft', () => {
  test('replaces it and counts its version', async () => {
    const { id } = await create()
    const answer = await update(id, 1, {
      currency: 'JPY',
      notes: 'ありがとう',
      line_items: [{ ...sampleLine, unit_price: 12_000 }],
    })
    expect(answer.headers.etag).toBe('"2"')
    expect(answer.json().data).toMatchObject({
      currency: 'JPY',
      notes: 'ありがとう',
      total_amount: 29_040,
      version: 2,
    })
    expect(await read(id)).toEqual(answer.json().data)
    const { data, meta } = await onSurfaceB(`search=DRAFT-${id}&amount_from=29040&amount_to=29040`)
    expect([data.length, meta.total]).toEqual([1, 1])
  })

  test('without a change writes nothing', async () => {
    const draft = await create()
    const answer = await update(draft.id, 1, {})
    expect(answer.json().data).toEqual(draft)
  })

  test('needs the version that was read', async () => {
    const { id } = await create()
    expect((await service.send('PUT', `/api/x/invoices/${id}`, staff, input())).statusCode).toBe(428)
    expect((await update(id, 2, {})).statusCode).toBe(412)
  })

  test('by several people at once keeps one of them', async () => {
    const { id } = await create()
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => update(id, 1, { notes: `Version ${index}` })),
    )
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, ...Array(7).fill(412)])
    const won = answers.find(({ statusCode }) => statusCode === 200)
    expect(await read(id)).toEqual(won?.json().data)
  })

  test('that is repeated with its Idempotency-Key is not refused for its own change', async () => {
    const { id } = await create()
    const headers = { ...staff, 'idempotency-key': `save-${id}` }
    const [first, second] = [
      await update(id, 1, { notes: 'Once' }, headers),
      await update(id, 1, { notes: 'Once' }, headers),
    ]
    expect([first.statusCode, second.statusCode]).toEqual([200, 200])
    expect(second.json()).toEqual(first.json())
  })

  test('keeps the name of a customer who was deleted, but can’t choose one', async () => {
    const gone = await newCustomer()
    const { id } = await create({ customer_id: gone })
    const key = { authorization: `Bearer ${account.key}` }
    await service.send('DELETE', '/api/customers', key, { customers: [gone] })
    const kept = await update(id, 1, { customer_id: gone, notes: 'Kept' })
    expect(kept.json().data).toMatchObject({ customer_id: gone, customer_name: 'Zoë Ødegård' })
    const other = await create()
    expect((await update(other.id, 1, { customer_id: gone })).statusCode).toBe(422)
    expect((await remove(id, 2)).statusCode).toBe(204)
  })

  test('is for drafts only: what was sent neither changes nor goes', async () => {
    const id = await sent()
    const before = await read(id)
    expect((await update(id, 1, {})).statusCode).toBe(409)
    expect((await remove(id, 1)).statusCode).toBe(409)
    expect(await read(id)).toEqual(before)
  })
})

describe('a duplicate', () => {
  test('of a draft is another one with the same content', async () => {
    const draft = await create({ notes: 'Thank you', line_items: [{ ...sampleLine, discount: 5 }] })
    const answer = await service.send('POST', `/api/x/invoices/${draft.id}/duplicate`, staff)
    expect(answer.statusCode).toBe(201)
    const copy = answer.json().data as InvoiceDetails
    const withoutIds = ({ line_items, ...rest }: InvoiceDetails) => ({
      ...rest,
      line_items: line_items.map(({ id: _id, ...one }) => one),
    })
    expect(copy.id).not.toBe(draft.id)
    expect(withoutIds(copy)).toEqual({
      ...withoutIds(draft),
      id: copy.id,
      invoice_number: `DRAFT-${copy.id}`,
      created_at: copy.created_at,
      updated_at: copy.updated_at,
    })
  })

  test('of a sent invoice is a draft that gives as many days to pay', async () => {
    const answer = await service.send('POST', `/api/x/invoices/${await sent()}/duplicate`, staff)
    const copy = answer.json().data as InvoiceDetails
    const due = new Date(Date.now() + 14 * 24 * 60 * 60_000).toISOString().slice(0, 10)
    expect(copy).toMatchObject({ status: 'draft', due_date: due, total_amount: 170 })
    expect((await activity())[0]).toMatchObject({ description: 'Duplicated from invoice OLD-7' })
  })
})
