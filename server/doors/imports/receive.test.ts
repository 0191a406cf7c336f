import { expect, test } from 'vitest'

import { AccountTurns } from '#server/platform/lib/account-turns.ts'
import { importsOf } from '#server/tools/testing/import.ts'
import { startWithAccount } from '#server/tools/testing/office.ts'

import { detectDelimiter } from './format.ts'

const { service, account } = await startWithAccount({ rateLimit: 100_000 })
const imports = importsOf(service, account, 'customers')

const rowsOf = async (content: string | Uint8Array) => {
  const { rows, columns } = await imports.upload(content)
  return { rows, columns: Object.fromEntries(columns.map(({ name, samples }) => [name, samples])) }
}

test.each([',', ';', '\t', '|'])('finds the delimiter %j', (delimiter) => {
  const records = [
    ['Name', 'Company, town'],
    ['Ada; "x|y"', 'a'],
    ['b', 'c\td'],
  ]
  const quoted = records.map((cells) =>
    cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(delimiter),
  )
  expect(detectDelimiter(quoted.join('\r\n'))).toBe(delimiter)
})

test('a semicolon splits where commas are in some values only', () => {
  expect(detectDelimiter('Name;Town, country\nAda;London\nZoë;Oslo, Norway\n')).toBe(';')
})

test.each([';', ',', '|'])(
  'a first line that tells Excel the delimiter %j isn’t the header',
  async (delimiter) => {
    const content =
      ['name', 'note'].join(delimiter) +
      '\r\n' +
      ['Ada', 'a,b;c|d'].map((cell) => `"${cell}"`).join(delimiter)
    expect(await rowsOf(`sep=${delimiter}\r\n${content}`)).toEqual({
      rows: 1,
      columns: { name: ['Ada'], note: ['a,b;c|d'] },
    })
  },
)

test('reads quoted line breaks, quotes in values, short rows and blank lines', async () => {
  const content = 'name,note\r\n"Ada","one\r\ntwo ""x"""\r\n\r\nZoë 5" pipe\r\n,\r\nEve,last'
  expect(await rowsOf(content)).toEqual({
    rows: 3,
    columns: { name: ['Ada', 'Zoë 5" pipe', 'Eve'], note: ['one\r\ntwo "x"', 'last'] },
  })
})

test.each(['\n', '\r\n', '\r'])('rows end with %j', async (end) => {
  expect(await rowsOf(['name', 'Ada', 'Zoë', ''].join(end))).toEqual({
    rows: 2,
    columns: { name: ['Ada', 'Zoë'] },
  })
})

const text = 'name\nZoë Ødegård\n'
const utf16 = Buffer.from(`\uFEFF${text}`, 'utf16le')

test.each([
  ['UTF-8', Buffer.from(text)],
  ['UTF-8 with a byte order mark', Buffer.from(`\uFEFF${text}`)],
  ['Windows-1252', Buffer.from(text, 'latin1')],
  ['UTF-16', utf16],
  ['UTF-16, big-endian', Buffer.from(utf16).swap16()],
])('reads %s', async (_name, content) => {
  expect(await rowsOf(content)).toEqual({ rows: 1, columns: { name: ['Zoë Ødegård'] } })
})

test('reads the letters that only Windows-1252 has', async () => {
  expect(await rowsOf(Buffer.from([0x61, 0x0a, 0x80, 0x93, 0x94]))).toMatchObject({ columns: { a: ['€“”'] } })
})

test.each([
  ['an empty file', '', 'This file is empty'],
  ['a file without rows', 'name,email\n', 'This file has a header, but no rows'],
  [
    'a quote that isn’t closed',
    'name\n"Ada',
    'Row 2 can’t be read: a quote that opens there is never closed',
  ],
  [
    'a workbook',
    Buffer.from('PK\u0003\u0004…'),
    'This is a spreadsheet, not a CSV file. In Excel, save it as “CSV UTF-8”.',
  ],
  ['a file with NUL', 'name\nA\0da', 'This isn’t a text file'],
  [
    'a row with far more values than columns',
    `name,email\nAda,a@example.com\nZoë,${'x,'.repeat(5_000)}x\n`,
    'Row 3 has 5002 values, and the header has 2 columns',
  ],
  [
    'a row that is too long',
    `name\nAda\n${'x'.repeat(20_001)}\n`,
    'Row 3 can’t be read: it is too long, or a quote that opens there is never closed',
  ],
  [
    'too many rows',
    `name\n${'Ada\n'.repeat(100_001)}`,
    'A file can have at most 100,000 rows. Split it and import the parts one after the other.',
  ],
])('rejects %s', async (_what, content, message) => {
  const answer = await imports.uploadFile(content)
  expect(answer.statusCode).toBe(422)
  const { details } = answer.json().error
  expect(details).toEqual({ file: message })
  const { db } = service.context.store
  expect(await db.selectFrom('imports').select('id').where('state', '=', 'receiving').execute()).toEqual([])
})

test('cuts blank cells at the end of a row, however many there are', async () => {
  expect(await rowsOf(`name,email\nAda,a@example.com${','.repeat(10_000)}\n`)).toEqual({
    rows: 1,
    columns: { name: ['Ada'], email: ['a@example.com'] },
  })
})

test('stores rows in batches of a bounded size, however long a row gets as JSON', async () => {
  const long = '\u0001'.repeat(19_000)
  await imports.upload(`name,note\n${Array.from({ length: 60 }, (_, n) => `${n},${long}\n`).join('')}`)
  const batches = await account.tenant.select('import_batches').select('rows').orderBy('id', 'desc').execute()
  const texts = batches.map(({ rows }) => rows).filter((rows) => rows.includes('\\u0001'))
  expect(Math.max(...texts.map((text) => text.length))).toBeLessThan(400_000)
  expect(texts.flatMap((text) => JSON.parse(text) as object[])).toHaveLength(60)
})

test('rejects a file of more than 20 MB', async () => {
  const answer = await imports.uploadFile(new Uint8Array(20 * 1024 * 1024 + 1).fill(97))
  expect(answer.statusCode).toBe(422)
  expect(answer.json().error.message).toContain('20 MB')
})

test('an account reads one file at a time, and another account doesn’t wait for it', async () => {
  const turns = new AccountTurns()
  const order: string[] = []
  let end = (): void => undefined
  const first = turns.run(1, async () => {
    await new Promise<void>((done) => (end = done))
    order.push('first')
    throw new Error('unreadable')
  })
  const second = turns.run(1, async () => order.push('second'))
  await turns.run(2, async () => order.push('other account'))
  end()
  await expect(first).rejects.toThrow('unreadable')
  await second
  expect(order).toEqual(['other account', 'first', 'second'])
})

test('the same upload with the same Idempotency-Key is one import', async () => {
  const headers = { 'idempotency-key': 'once', 'content-type': 'multipart/form-data; boundary=x' }
  const payload =
    '--x\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\nname\nAda\r\n--x--\r\n'
  const send = () =>
    service.app.inject({
      method: 'POST',
      url: '/api/x/customer-imports',
      headers: { authorization: `Bearer ${account.key}`, ...headers },
      payload,
    })
  const [first, second] = [await send(), await send()]
  expect(first.statusCode).toBe(201)
  expect(second.json()).toEqual(first.json())
  expect(second.statusCode).toBe(201)
})
