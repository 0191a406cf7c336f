import { existsSync } from 'node:fs'
import { utimes } from 'node:fs/promises'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { type TestService, customerParts, encodeForm, startService } from './testing.ts'

let service: TestService

beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())

test('the sweep deletes old files that no customer has, and no other', async () => {
  const { files, store, sweep } = service.services
  const { contentType, payload } = await encodeForm(await customerParts())
  const { key } = await service.account('Ours')
  const answer = await service.app.inject({
    method: 'POST',
    url: '/api/customers',
    headers: { authorization: `Bearer ${key}`, 'content-type': contentType },
    payload,
  })
  expect(answer.statusCode).toBe(201)
  const { token: photo } = await store.db.selectFrom('files').select('token').executeTakeFirstOrThrow()
  const orphan = await files.keepBytes(Buffer.from('left by a kill before the commit'))
  const paths = [photo, orphan].map((token) => files.pathOf(token))
  for (const path of paths) await utimes(path, new Date(0), new Date(0))

  await sweep()
  expect(paths.map((path) => existsSync(path))).toEqual([true, false])
})
