import { createHash } from 'node:crypto'

import fc from 'fast-check'
import { afterAll, beforeEach, expect, test } from 'vitest'

import { listNotes } from '#contract/customers/notes.ts'
import type { Proposal } from '#contract/documents/documents.ts'
import type { InvoiceDetails } from '#contract/invoices/invoices.ts'
import { readPdfText } from '#server/tools/testing/pdf-text.ts'
import { addRecord } from '#server/tools/testing/record.ts'
import { type TestAccount, startService } from '#server/tools/testing/service.ts'

import { type StoredLine, withOptions } from './rows.ts'

const service = await startService()
afterAll(() => service.close())
let accounts = 0
let account: TestAccount
let staff: Record<string, string>
let customer: number

beforeEach(async () => {
  account = await service.account(`Account ${++accounts}`, { rateLimit: 1_000_000 })
  staff = await service.session(account.id, 'staff')
  customer = await addRecord(service.context, account.id, listNotes)
})

const line = (description: string, unit_price: number, more: object = {}) => ({
  description,
  quantity: 1,
  unit_price,
  discount: 0,
  tax_rate: 20,
  ...more,
})
const optional = { is_optional: true }
const offer = [
  line('Sign', 100),
  line('Lights', 50, optional),
  line('Mounting', 30, { ...optional, tax_rate: 10 }),
]
const send = (path: string, body: object, version?: number) =>
  service.send(
    'POST',
    `/api/x/${path}`,
    version === undefined ? staff : { ...staff, 'if-match': `"${version}"` },
    body,
  )
async function propose(line_items: object[] = offer): Promise<Proposal> {
  const input = { customer_id: customer, title: 'Sign', currency: 'EUR', sections: [], valid_until: null }
  const answer = await send('proposals', { ...input, line_items })
  expect(answer.json().error).toBeUndefined()
  return answer.json().data
}
async function sent(line_items?: object[]): Promise<Proposal> {
  const { id, version } = await propose(line_items)
  return (await send(`proposals/${id}/send`, {}, version)).json().data
}
const accept = ({ id, version }: Proposal, chosen?: number[]) =>
  send(`proposals/${id}/accept`, { name: 'Zoë', note: '', ...(chosen && { chosen }) }, version)
const shown = ({ line_items, total_amount }: Pick<Proposal, 'line_items' | 'total_amount'>) => [
  ...line_items.map(({ description, total, is_optional, is_chosen }) => [
    description,
    total,
    is_optional ?? false,
    is_chosen ?? null,
  ]),
  total_amount,
]

test('an optional line of a draft is in neither its taxes nor its total', async () => {
  const draft = await propose()
  expect(shown(draft)).toEqual([
    ['Sign', 100, false, null],
    ['Lights', 50, true, null],
    ['Mounting', 30, true, null],
    ['Tax 20%', 20, false, null],
    120,
  ])
})

test('what the customer chose is added with its taxes, on the record, its version, its list and its PDF', async () => {
  const proposal = await sent()
  const answer = await accept(proposal, [2, 2])
  const accepted: Proposal = answer.json().data
  const agreed = [
    ['Sign', 100, false, null],
    ['Lights', 50, true, false],
    ['Mounting', 30, true, true],
    ['Tax 10%', 3, false, null],
    ['Tax 20%', 20, false, null],
    153,
  ]
  expect(shown(accepted)).toEqual(agreed)
  const path = `/api/x/proposals/${proposal.id}`
  const version = (await service.send('GET', `${path}/versions/1`, staff)).json().data
  expect(shown(version)).toEqual(agreed)
  const list = (await service.send('GET', '/api/x/proposals', staff)).json().data
  expect(list[0].total_amount).toBe(153)
  const pdf = await service.send('GET', `${path}/pdf`, staff)
  const { text } = readPdfText(pdf.rawPayload)
  for (const part of ['Optional,notchosen', 'Optional,chosen', '€153.00']) expect(text).toContain(part)
})

test('the choice is part of what is hashed, and what was sent stays as it was', async () => {
  const proposal = await sent()
  const { answer } = (await accept(proposal, [1])).json().data as Proposal
  expect(answer?.chosen).toEqual([1])
  expect(JSON.parse(answer?.hashed ?? '').answer.chosen).toEqual([1])
  expect(
    createHash('sha256')
      .update(answer?.hashed ?? '')
      .digest('hex'),
  ).toBe(answer?.sha256)
  const path = `/api/x/proposals/${proposal.id}/versions/1`
  const { hashed } = (await service.send('GET', path, staff)).json().data
  expect(JSON.parse(hashed).total_amount).toBe(12_000)
  expect(JSON.parse(JSON.parse(hashed).lines)).toHaveLength(4)
})

test('an invoice and a contract have what was agreed, and a copy all options again', async () => {
  const proposal = await sent()
  await accept(proposal, [1])
  const made = async (target: string): Promise<number> =>
    (await send(`proposals/${proposal.id}/${target}`, {})).json().data.id
  const invoice: InvoiceDetails = (
    await service.send('GET', `/api/x/invoices/${await made('invoice')}`, staff)
  ).json().data
  expect(invoice.line_items.map(({ description }) => description)).toEqual(['Sign', 'Lights', 'Tax 20%'])
  expect(invoice.total_amount).toBe(180)
  const contract = (await service.send('GET', `/api/x/contracts/${await made('contract')}`, staff)).json()
  expect(shown(contract.data)).toEqual([
    ['Sign', 100, false, null],
    ['Lights', 50, false, null],
    ['Tax 20%', 30, false, null],
    180,
  ])
  const copy = (await service.send('GET', `/api/x/proposals/${await made('duplicate')}`, staff)).json()
  expect(shown(copy.data)).toEqual(shown(await propose()))
})

test.each([
  ['a line that isn’t optional', offer, [0]],
  ['a tax', offer, [3]],
  ['a line that doesn’t exist', offer, [9]],
  ['nothing, where everything is optional', [line('Lights', 50, optional)], []],
  ['a line of a proposal without options', [line('Sign', 100)], [0]],
])('choosing %s is refused, and leaves the proposal open', async (_what, lines, chosen) => {
  const proposal = await sent(lines)
  const refused = await accept(proposal, chosen)
  expect(refused.statusCode).toBe(422)
  expect(JSON.stringify(refused.json())).toContain('chosen')
  const after = (await service.send('GET', `/api/x/proposals/${proposal.id}`, staff)).json().data
  expect([after.status, after.version, after.total_amount]).toEqual([
    'sent',
    proposal.version,
    proposal.total_amount,
  ])
})

test('without a choice, and by a no, none of the options is taken', async () => {
  const { answer, total_amount } = (await accept(await sent())).json().data as Proposal
  expect([answer?.chosen, total_amount]).toEqual([[], 120])
  const declined = await sent()
  const no = await send(`proposals/${declined.id}/decline`, { name: 'Zoë', note: '' }, declined.version)
  expect(no.json().data).toMatchObject({ status: 'declined', total_amount: 120 })
  expect(no.json().data.answer.chosen).toBeUndefined()
})

test('lines of a contract are never optional', async () => {
  const input = { customer_id: customer, title: 'Sign', currency: 'EUR', sections: [] }
  const answer = await send('contracts', { ...input, starts_on: null, ends_on: null, line_items: offer })
  expect(answer.json().data.total_amount).toBe(213)
})

test('whatever is chosen, the total is that of the required and the chosen lines alone', () => {
  const stored = fc.record({
    unit_price: fc.integer({ min: -1_000_000, max: 1_000_000 }),
    quantity: fc.integer({ min: 0, max: 9_000_000 }),
    discount: fc.integer({ min: 0, max: 100_000 }),
    tax_rate: fc.constantFrom(0, 5_500, 21_000),
    is_optional: fc.boolean(),
  })
  fc.assert(
    fc.property(fc.array(stored, { maxLength: 8 }), fc.array(fc.nat(7)), (content, chosen) => {
      const lines = content.map(({ is_optional, ...rest }): StoredLine => ({
        ...rest,
        description: '',
        total: 0,
        kind: 'item',
        ...(is_optional && { is_optional }),
      }))
      const wanted = lines.filter((one, index) => !one.is_optional || chosen.includes(index))
      const plain = wanted.map(({ is_optional: _optional, ...one }) => one)
      expect(withOptions(lines, chosen).total_amount).toBe(withOptions(plain, []).total_amount)
    }),
  )
})
