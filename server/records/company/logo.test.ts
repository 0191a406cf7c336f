import { existsSync } from 'node:fs'

import sharp from 'sharp'
import { beforeEach, describe, expect, test } from 'vitest'

import { type Company, uploadLogo } from '#contract/account/company.ts'
import { listNotes } from '#contract/customers/notes.ts'
import type { InvoiceDetails } from '#contract/invoices/invoices.ts'
import { FileHousekeeping } from '#server/platform/files/housekeeping.ts'
import { storedPath } from '#server/tools/testing/data-dir.ts'
import { startWithAccount } from '#server/tools/testing/office.ts'
import { addRecord } from '#server/tools/testing/record.ts'
import { invoiceInput } from '#server/tools/testing/samples.ts'
import { type FormPart, type TestAccount, encodeForm } from '#server/tools/testing/service.ts'

const { service } = await startWithAccount()
let accounts = 0
let account: TestAccount
let owner: Record<string, string>

beforeEach(async () => {
  accounts += 1
  account = await service.account(`Logo ${accounts}`, { rateLimit: 1_000_000 })
  owner = await service.session(account.id, 'owner')
})

const drawn = (width: number, height: number, color = '#115e59') =>
  sharp({ create: { width, height, channels: 4, background: color } })
const fileOf = (bytes: Buffer, name = 'logo.png') => new File([new Uint8Array(bytes)], name)
const upload = async (parts: readonly FormPart[], more: Record<string, string> = {}, as = owner) => {
  const { contentType, payload } = await encodeForm(parts)
  return service.app.inject({
    method: 'PUT',
    url: '/api/x/company/logo',
    headers: { ...as, ...more, 'content-type': contentType },
    payload,
  })
}
const uploadImage = async (bytes: Buffer, name?: string) => {
  const answer = await upload([['logo', fileOf(bytes, name)]])
  expect(answer.json().error).toBeUndefined()
  expect(uploadLogo.response.safeParse(answer.json()).error).toBeUndefined()
  return (answer.json().data as Company).logo!
}
const remove = () => service.send('DELETE', '/api/x/company/logo', owner)
const fetchFile = (path: string) => service.app.inject({ url: path })
const tokenOf = (path: string) => path.split('/')[2] ?? ''
const send = async () => {
  const customer = await addRecord(service.context, account.id, listNotes)
  const { id } = (await service.send('POST', '/api/x/invoices', owner, invoiceInput(customer))).json()
    .data as InvoiceDetails
  const answer = await service.send('POST', `/api/x/invoices/${id}/send`, { ...owner, 'if-match': '"1"' })
  expect(answer.json().error).toBeUndefined()
  return id
}

describe('an uploaded logo', () => {
  test.each(['png', 'jpeg', 'webp', 'gif'] as const)(
    'as %s is drawn anew as a PNG and served safely',
    async (format) => {
      const logo = await uploadImage(await drawn(300, 100).toFormat(format).toBuffer(), `logo.${format}`)
      expect(logo).toMatchObject({ width: 300, height: 100 })
      const answer = await fetchFile(logo.path)
      expect(answer.statusCode).toBe(200)
      expect(answer.headers['content-type']).toBe('image/png')
      expect(answer.headers['content-security-policy']).toBe("sandbox; default-src 'none'")
      expect(answer.headers['x-content-type-options']).toBe('nosniff')
      expect((await sharp(answer.rawPayload).metadata()).format).toBe('png')
    },
  )

  test('keeps its shape within 960 by 320 pixels, turned as its camera says, and nothing that came with it', async () => {
    const photo = await drawn(1000, 4000)
      .jpeg()
      .withExif({ IFD0: { Copyright: 'Secret place', Orientation: '6' } })
      .toBuffer()
    const logo = await uploadImage(photo, 'logo.jpg')
    const bytes = (await fetchFile(logo.path)).rawPayload
    expect(bytes.includes('Secret place')).toBe(false)
    expect(logo.width / logo.height).toBeCloseTo(await ratioOf(photo), 1)
    expect(logo.width).toBeLessThanOrEqual(960)
    expect(logo.height).toBeLessThanOrEqual(320)
  })

  test.each([
    [
      'an SVG',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      'The logo must be a PNG, JPEG, WebP or GIF image',
    ],
    ['a page named like an image', Buffer.from('<html>'), 'The logo must be a PNG, JPEG, WebP or GIF image'],
    ['nothing', Buffer.alloc(0), 'The logo is empty'],
    [
      'a torn image',
      Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'),
      'The logo can’t be read as an image',
    ],
    ['too much', Buffer.alloc(5 * 1024 * 1024 + 1, 1), 'The logo is larger than 5 MB'],
  ])('that is %s is refused at its field', async (_what, bytes, message) => {
    const answer = await upload([['logo', fileOf(bytes)]])
    expect(answer.statusCode).toBe(422)
    expect(answer.json().error.details).toEqual({ logo: message })
  })

  test('is asked for', async () => {
    expect((await upload([])).json().error.details).toEqual({ logo: 'Choose an image' })
    expect((await upload([['other', 'x']])).statusCode).toBe(422)
  })

  test('is stored once by a request that is repeated because its response was lost', async () => {
    const bytes = await drawn(30, 10).png().toBuffer()
    const once = { 'idempotency-key': 'once' }
    const first = await upload([['logo', fileOf(bytes)]], once)
    const again = await upload([['logo', fileOf(bytes)]], once)
    expect(again.json()).toEqual(first.json())
  })

  test('isn’t taken from people who don’t manage settings', async () => {
    const staff = await service.session(account.id, 'staff')
    const bytes = await drawn(30, 10).png().toBuffer()
    expect((await upload([['logo', fileOf(bytes)]], {}, staff)).statusCode).toBe(403)
  })
})

describe('a logo that is replaced or removed', () => {
  test('is gone with its file where no document has it, and leaves the version for open forms', async () => {
    const first = await uploadImage(await drawn(30, 10).png().toBuffer())
    const second = await uploadImage(await drawn(40, 10).png().toBuffer())
    expect((await fetchFile(first.path)).statusCode).toBe(404)
    const answer = await remove()
    expect(answer.json().data).toMatchObject({ logo: null, version: 1 })
    for (const { path } of [first, second]) {
      expect((await fetchFile(path)).statusCode).toBe(404)
      expect(existsSync(storedPath(service.dataDir, tokenOf(path)))).toBe(false)
    }
    const entries = await account.tenant
      .select('activity_log')
      .select(['event', 'changes'])
      .where('subject_type', '=', 'company')
      .orderBy('id')
      .execute()
    expect(entries.map(({ event, changes }) => [event, JSON.parse(changes ?? '')])).toEqual([
      ['logo_changed', { logo: { from: null, to: '30 × 10 px' } }],
      ['logo_changed', { logo: { from: '30 × 10 px', to: '40 × 10 px' } }],
      ['logo_removed', { logo: { from: '40 × 10 px', to: null } }],
    ])
    expect((await remove()).statusCode).toBe(200)
  })

  test('stays on the documents that were sent with it, and their PDFs can be made again', async () => {
    const logo = await uploadImage(await drawn(300, 100).png().toBuffer())
    const id = await send()
    const pdf = async () => (await service.send('GET', `/api/x/invoices/${id}/pdf`, owner)).rawPayload
    const before = await pdf()
    expect(before.includes('/Subtype /Image')).toBe(true)
    await remove()
    expect((await fetchFile(logo.path)).statusCode).toBe(200)
    const shown = (await service.send('GET', `/api/x/invoices/${id}`, owner)).json().data as InvoiceDetails
    expect(shown.sender.logo).toEqual(logo)
    await account.tenant.delete('invoice_pdfs').where('invoice_id', '=', id).execute()
    expect((await pdf()).equals(before)).toBe(true)
  })

  test('stays on a proposal that was sent with it', async () => {
    const { path } = await uploadImage(await drawn(30, 10).png().toBuffer())
    const draft = await service.send('POST', '/api/x/proposals', owner, {
      customer_id: await addRecord(service.context, account.id, listNotes),
      title: 'Signs',
      currency: 'EUR',
      valid_until: null,
      sections: [{ heading: '', text: 'New signs' }],
      line_items: [],
    })
    const { id } = draft.json().data as { id: number }
    const match = { 'if-match': '"1"' }
    await service.send('POST', `/api/x/proposals/${id}/send`, { ...owner, ...match }, {})
    await remove()
    expect((await fetchFile(path)).statusCode).toBe(200)
    const shown = await service.send('GET', `/api/x/proposals/${id}`, owner)
    expect(shown.json().data.sender.logo).toMatchObject({ path })
  })

  test('isn’t swept while a document needs it', async () => {
    const { path } = await uploadImage(await drawn(30, 10).png().toBuffer())
    await send()
    await remove()
    const hours = (count: number) => Date.now() + count * 60 * 60_000
    await new FileHousekeeping(service.context, Date.now()).run(hours(3))
    expect((await fetchFile(path)).statusCode).toBe(200)
  })
})

async function ratioOf(image: Buffer): Promise<number> {
  const { info } = await sharp(image).rotate().toBuffer({ resolveWithObject: true })
  return info.width / info.height
}
