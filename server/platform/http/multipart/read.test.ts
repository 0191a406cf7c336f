import { readdir } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

import { describe, expect, test } from 'vitest'

import { fieldType } from '#contract/customers/custom-fields.ts'
import { startWithAccount } from '#server/tools/testing/office.ts'
import { type FormPart, customerParts, encodeForm } from '#server/tools/testing/service.ts'

const { service, account } = await startWithAccount()
const { key } = account
const created_at = '2026-01-01T00:00:00.000000Z'
const field = (name: string, type: number, fileConfig: object | null) => ({
  user_id: 1,
  location: 1,
  type,
  name,
  key: name.toLowerCase(),
  description: null,
  placeholder: null,
  fields: JSON.stringify({ fileConfig }),
  field_group: 'General',
  required: 0 as const,
  position: type,
  created_at,
  updated_at: created_at,
})
const fields = await account.tenant.insert('custom_fields', [
  field('Notes', fieldType.text, null),
  field('Papers', fieldType.file, { acceptFile: [], allowMultiple: true, maxFiles: 2 }),
  field('Anything', fieldType.file, null),
])

const filesName = (index: number) => `custom_fields[${fields[index]}][file_upload][files][]`

async function post(more: readonly FormPart[]) {
  const { contentType, payload } = await encodeForm([...(await customerParts()), ...more])
  const headers = { authorization: `Bearer ${key}`, 'content-type': contentType }
  const answer = await service.app.inject({ method: 'POST', url: '/api/customers', headers, payload })
  return [answer.statusCode, answer.json().error?.details]
}

describe('a request keeps at most 1 MB of text', () => {
  const tooMuch = [422, { body: 'The text of the request may have at most 1 MB' }]

  test('in its values', async () => {
    const formats = `custom_fields[${fields[1]}][file_upload][formats][]`
    const text = (count: number) =>
      Array.from({ length: count }, (): FormPart => [formats, 'x'.repeat(64 * 1024)])
    expect(await post(text(15))).toEqual([201, undefined])
    expect(await post(text(17))).toEqual(tooMuch)
  })

  test('including the names of its files', async () => {
    const long = Array.from({ length: 90 }, (): FormPart => [
      filesName(2),
      new File(['text'], `${'x'.repeat(12_000)}.txt`),
    ])
    expect(await post(long)).toEqual(tooMuch)
  })
})

test.each([
  ['a third file of a field that takes two', 1, 'Papers accepts at most 2 files'],
  ['a file of a field for text', 0, 'Notes doesn’t accept files'],
  ['a file of a field that does not exist', -1, 'Unknown custom field'],
])('%s is rejected while it is read and never stored', async (_, index, problem) => {
  const name = index < 0 ? 'custom_fields[999999][file_upload][files][]' : filesName(index)
  const files = ['a', 'b', 'c'].map((text): FormPart => [name, new File([text], `${text}.txt`)])
  expect(await post(files)).toEqual([422, { [name]: problem }])

  const { contentType, payload } = await encodeForm([...files, ['name', 'the last part']])
  const socket = connect(Number(new URL(await service.listen()).port), '127.0.0.1')
  socket.write(
    [
      'POST /api/customers HTTP/1.1',
      'host: localhost',
      `authorization: Bearer ${key}`,
      `content-type: ${contentType}`,
      `content-length: ${payload.length}`,
      '\r\n',
    ].join('\r\n'),
  )
  socket.write(payload.subarray(0, -20))
  const stored = () => readdir(join(service.dataDir, 'tmp'))
  while (index === 1 && (await stored()).length < 2) await wait(10)
  await wait(200)
  expect(await stored()).toHaveLength(index === 1 ? 2 : 0)
  socket.destroy()
  while ((await stored()).length > 0) await wait(10)
})

test.runIf(process.platform === 'linux')('a request has one file open, however many it sends', async () => {
  const files = Array.from({ length: 300 }, (_, index): FormPart => [
    filesName(2),
    new File(['x'], `${index}.txt`),
  ])
  let most = 0
  const open = async () => (await readdir('/proc/self/fd')).length
  const before = await open()
  const answer = post(files)
  const watch = setInterval(() => void open().then((now) => (most = Math.max(most, now))), 5)
  expect(await answer).toEqual([201, undefined])
  clearInterval(watch)
  expect(most - before).toBeLessThan(20)
})

describe('a text file is read as a stream', () => {
  const send = (bytes: Uint8Array) =>
    post([[filesName(2), new File([bytes as Uint8Array<ArrayBuffer>], 'a.txt')]])
  const long = new TextEncoder().encode(`x${'ü€🙂'.repeat(50_000)}`)
  const problem = [422, expect.objectContaining({})]

  test('and accepted with characters split across chunks', async () => {
    expect(await send(long)).toEqual([201, undefined])
  })

  test.each([
    ['a byte that is not UTF-8', [0xff]],
    ['a character that breaks off', [0xe2, 0x82]],
    ['a zero byte', [0]],
  ])('and rejected with %s at its end', async (_, end) => {
    expect(await send(Buffer.concat([long, Buffer.from(end)]))).toEqual(problem)
  })
})
