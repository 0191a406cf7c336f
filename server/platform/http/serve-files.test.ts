import { rmSync, writeFileSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'

import { expect, test, vi } from 'vitest'

import { onPostgres, storedPath } from '#server/tools/testing/data-dir.ts'
import { startWithAccount } from '#server/tools/testing/office.ts'
import { customerParts, encodeForm } from '#server/tools/testing/service.ts'

const { service, account } = await startWithAccount()

async function photoPath(): Promise<string> {
  const { contentType, payload } = await encodeForm(await customerParts())
  const headers = { authorization: `Bearer ${account.key}`, 'content-type': contentType }
  const answer = await service.app.inject({ method: 'POST', url: '/api/customers', headers, payload })
  return new URL(answer.json().data.profile_photo_path).pathname
}

test('a file that someone only asks about is answered for with its headers, and isn’t read', async () => {
  const url = await photoPath()
  const ask = async () => {
    const { statusCode, headers } = await service.app.inject({ method: 'HEAD', url })
    return [statusCode, headers['content-length'], headers['content-type'], headers['content-disposition']]
  }
  const { statusCode, headers } = await service.app.inject({ url })
  const opened = vi.spyOn(service.context.files, 'open')
  expect(await ask()).toEqual([
    statusCode,
    headers['content-length'],
    headers['content-type'],
    headers['content-disposition'],
  ])
  await rm(storedPath(service.dataDir, url.split('/')[2] as string))
  expect((await ask())[0]).toBe(404)
  expect(opened).not.toHaveBeenCalled()
  opened.mockRestore()
})

test('a file that a browser could execute is only offered to be saved', async () => {
  const url = await photoPath()
  await service.context.store.db
    .updateTable('files')
    .set({ media_type: 'text/html', inline: 0 })
    .where('token', '=', url.split('/')[2] as string)
    .execute()
  const { headers } = await service.app.inject({ url })
  expect(headers).toMatchObject({
    'content-type': 'application/octet-stream',
    'content-disposition': expect.stringMatching(/^attachment;/),
    'content-security-policy': "sandbox; default-src 'none'",
    'x-content-type-options': 'nosniff',
  })
})

test.each([
  { what: 'file', query: '', expected: [200, 404] },
  // Drawn again from its file.
  { what: 'thumbnail', query: '?size=64', expected: [200] },
])('a $what deleted during a request is sent whole or not found', async ({ query, expected }) => {
  const url = (await photoPath()) + query
  const token = url.split('/')[2] as string
  const path = storedPath(service.dataDir, token, query === '' ? undefined : 64)
  await service.app.inject({ url })
  const bytes = await readFile(path)
  const statuses = new Set<number>()
  // Deleted at every step between the lookup and the end of the response.
  for (let steps = 0; steps < 400; steps += 1) {
    writeFileSync(path, bytes)
    const asked = service.app.inject({ url })
    await nextTick()
    for (let step = 0; step < steps; step += 1) await Promise.resolve()
    rmSync(path)
    statuses.add((await asked.catch(() => ({ statusCode: 0 }))).statusCode)
    if (query !== '') await rm(path, { force: true })
  }
  expect(expected).toEqual(expect.arrayContaining([...statuses]))
  // A lookup on another server ends after every step that is tried here, so some outcomes may not occur.
  const required = onPostgres ? [] : expected
  expect([...statuses]).toEqual(expect.arrayContaining(required))
})

const nextTick = () => new Promise<void>((resolve) => process.nextTick(resolve))
