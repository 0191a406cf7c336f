import { setTimeout as wait } from 'node:timers/promises'

import { extractXml } from '@stackforge-eu/factur-x'
import { afterEach, expect, test } from 'vitest'

import { parseFormattedText } from '#contract/values/formatted-text.ts'
import { readPdfText } from '#server/tools/testing/pdf-text.ts'

import type { InvoiceSheet } from './invoice-sheet.ts'
import { type RenderLimits, renderLimits } from './process.ts'
import { PdfRenderer } from './renderer.ts'

const open: PdfRenderer[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((pdfs) => pdfs.stop()))
})
const start = (limits: Partial<RenderLimits> = {}) => {
  const pdfs = new PdfRenderer(undefined, { ...renderLimits, ...limits })
  open.push(pdfs)
  return pdfs
}

const blank: InvoiceSheet = {
  watermark: '',
  title: 'Proposal 1',
  kind: 'Proposal',
  number: '1',
  business: 'Harbor & Finch',
  logo: null,
  look: { layout: 'classic', color: '#115e59', logo_position: 'left' },
  words: {
    description: 'Description',
    quantity: 'Quantity',
    unitPrice: 'Unit price',
    tax: 'Tax',
    amount: 'Amount',
    noLines: 'No lines',
    payTo: 'Pay to',
    payByCode: 'Scan to pay',
    page: 'Page',
    of: 'of',
    language: 'en',
  },
  intro: '',
  address: '',
  date: [2026, 1, 1],
  time_zone: 'UTC',
  party: 'Customer',
  customer: { company: '', address: '', name: 'Zoë', email: '' },
  subject: '',
  sections: [],
  has_figures: false,
  evidence: [],
  facts: [],
  lines: [],
  totals: [],
  total: { label: '', amount: '' },
  notes: '',
  closing: '',
  payment: '',
  payment_code: null,
  payment_slip: null,
  fine: '',
  footer: '',
}
const drawn = (more: Partial<InvoiceSheet>) => ({ sheet: { ...blank, ...more }, logo: undefined })
const blocks = (text: string) => parseFormattedText(text).map((block) => ({ ...block, text: '' }))
/** Takes seconds, and gigabytes if there are many headings. */
const headings = (count: number, subject = '') =>
  drawn({ subject, sections: [{ heading: '', blocks: blocks('# a\n'.repeat(count)) }] })
const hello = drawn({ subject: 'Hello' })

const isRunning = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
const timeOf = async (work: Promise<unknown>) => {
  const startedMs = performance.now()
  await work
  return performance.now() - startedMs
}

test('a PDF that takes too long ends its process and is refused at once from then on, while others are made', async () => {
  const pdfs = start({ timeMs: 4_000 })
  await pdfs.render(hello, { account: 1 })
  const [pid = 0] = pdfs.pids
  const hostile = headings(400_000)
  await expect(pdfs.render(hostile, { account: 1 })).rejects.toMatchObject({ code: 'VALIDATION_FAILED' })
  await expect.poll(() => isRunning(pid)).toBe(false)
  await pdfs.render(hello, { account: 1 })
  const processes = [...pdfs.pids]
  await expect(pdfs.render(hostile, { account: 1 })).rejects.toMatchObject({ code: 'VALIDATION_FAILED' })
  // An attempt would have ended one.
  expect([...pdfs.pids]).toEqual(processes)
  expect(readPdfText(await pdfs.render(hello, { account: 1 })).text).toContain('Hello')
})

test('a PDF that takes too much memory ends its process and is refused, while others are made', async () => {
  const pdfs = start({ memoryBytes: 250 * 1024 ** 2 })
  await pdfs.render(hello, { account: 1 })
  const [pid = 0] = pdfs.pids
  await expect(pdfs.render(headings(50_000), { account: 1 })).rejects.toMatchObject({
    code: 'VALIDATION_FAILED',
  })
  expect(isRunning(pid)).toBe(false)
  await pdfs.render(hello, { account: 1 })
})

test('an account with thirty slow PDFs doesn’t keep another one waiting', async () => {
  const pdfs = start()
  await pdfs.render(hello, { account: 1 })
  let finished = 0
  const slow = Array.from({ length: 30 }, (_, index) =>
    pdfs.render(headings(10_000, String(index)), { account: 1 }).then(
      () => (finished += 1),
      () => undefined,
    ),
  )
  await pdfs.render(hello, { account: 2 })
  expect(finished).toBeLessThanOrEqual(2)
  await pdfs.stop()
  await Promise.all(slow)
})

test('accounts take turns when all processes are busy', async () => {
  const pdfs = start()
  await Promise.all([1, 2].map((account) => pdfs.render(hello, { account })))
  const order: number[] = []
  const make = (account: number) =>
    pdfs.render(drawn({ subject: `${account}` }), { account }).then(() => order.push(account))
  await Promise.all([...Array.from({ length: 30 }, () => make(1)), make(2), make(3), make(4)])
  // How many of the first account's are made meanwhile depends on the machine, but never all of them.
  const others = [2, 3, 4].map((account) => order.indexOf(account))
  expect(Math.max(...others)).toBeLessThan(order.lastIndexOf(1))
})

test('a PDF that nobody waits for any more is not made, and too many that wait are refused', async () => {
  const pdfs = start()
  await pdfs.render(hello, { account: 1 })
  const slow = pdfs.render(headings(3_000), { account: 1 })
  const gone = new AbortController()
  const dropped = Array.from({ length: 50 }, (_, index) =>
    pdfs.render(headings(3_000, String(index)), { account: 1, signal: gone.signal }),
  )
  const results = Promise.allSettled(dropped)
  await expect(pdfs.render(hello, { account: 1 })).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    headers: { 'retry-after': '5' },
  })
  gone.abort()
  expect((await results).every(({ status }) => status === 'rejected')).toBe(true)
  const takenMs = await timeOf(slow)
  // All fifty would take fifty times as long.
  expect(await timeOf(pdfs.render(hello, { account: 1 }))).toBeLessThan(20 * takenMs)
})

test('stopping ends a PDF that takes long, and refuses what comes after it', async () => {
  const pdfs = start()
  await pdfs.render(hello, { account: 1 })
  const [pid = 0] = pdfs.pids
  const slow = pdfs.render(headings(50_000), { account: 1 }).catch((error: unknown) => error)
  await wait(100)
  await pdfs.stop()
  expect(await slow).toMatchObject({ code: 'UNAVAILABLE' })
  await expect.poll(() => isRunning(pid)).toBe(false)
  await expect(pdfs.render(hello, { account: 1 })).rejects.toMatchObject({ code: 'UNAVAILABLE' })
})

test('a process without work ends after a while, and the next PDF starts another one', async () => {
  const pdfs = start({ idleMs: 50 })
  const first = await pdfs.render(hello, { account: 1 })
  await expect.poll(() => pdfs.pids).toEqual([])
  expect(await pdfs.render(hello, { account: 1 })).toEqual(first)
})

test('half characters and bidi controls in stored texts are no obstacle', async () => {
  const { text } = readPdfText(
    await start().render(drawn({ subject: 'Agreed \ud83d and \u202eright\u2066.' }), { account: 1 }),
  )
  expect(text).toContain('andright.')
})

const iban = 'MT84MALT011000012345MTLCAST001S'
const email = 'studio@harborandfinch.example'

test('long addresses and account numbers are copied as they are shown, and break only where they don’t fit', async () => {
  const word = 'x'.repeat(150)
  const description = `${iban} ${word}`
  const line = { description, note: '', quantity: '1', unit_price: '1', tax: '', amount: '1' }
  const pdf = await start().render(
    drawn({
      payment: `Please pay to ${iban}, or ask ${email}.`,
      footer: email,
      lines: [line],
      has_figures: true,
    }),
    { account: 1 },
  )
  const { text } = readPdfText(pdf)
  expect(text).not.toMatch(/\u200b/)
  for (const part of [`payto${iban},orask${email}.`, word]) expect(text).toContain(part)
})

test('web and email addresses are links, and a link of formatted text leads to one place', async () => {
  const pdf = await start().render(
    drawn({
      notes: `See https://pay.example.com/a?b=1. Or write to ${email}.`,
      sections: [{ heading: '', blocks: blocks('[https://shown.example](https://meant.example)') }],
    }),
    { account: 1 },
  )
  const links = [...pdf.toString('latin1').matchAll(/\/URI ?\(([^)]*)\)/g)].map(([, href]) => href)
  expect(new Set(links)).toEqual(
    new Set(['https://meant.example', 'https://pay.example.com/a?b=1', `mailto:${email}`]),
  )
})

const electronic = '<?xml version="1.0" encoding="UTF-8"?>\n<invoice>Zoë & 陽菜</invoice>\n'

test('a document with its XML is PDF/A-3 and Factur-X, the same to the byte each time', async () => {
  const pdfs = start()
  const make = () => pdfs.render({ ...hello, electronic }, { account: 1 })
  const file = await make()
  expect(await make()).toEqual(file)
  expect(await extractXml(file)).toMatchObject({ xml: electronic, filename: 'factur-x.xml' })
  expect(readPdfText(file).text).toContain('Hello')
  const text = file.toString('latin1')
  for (const entry of [
    '<pdfaid:part>3</pdfaid:part><pdfaid:conformance>B</pdfaid:conformance>',
    '<fx:ConformanceLevel>EN 16931</fx:ConformanceLevel>',
    '<pdfaSchema:prefix>fx</pdfaSchema:prefix>',
    '/AFRelationship /Alternative',
  ])
    expect(text).toContain(entry)
})

test('a document with what no font has, such as emoji, is a plain PDF without its XML', async () => {
  const pdfs = start()
  const smiling = drawn({ subject: 'Hello 🙂' })
  const plain = await pdfs.render(smiling, { account: 1 })
  expect(await pdfs.render({ ...smiling, electronic }, { account: 1 })).toEqual(plain)
  expect(plain.toString('latin1')).not.toContain('factur-x')
})
