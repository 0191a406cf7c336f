import { afterAll, expect, test } from 'vitest'
import * as z from 'zod/mini'

import { all } from '#contract/all.ts'
import { addRecord } from '#server/tools/testing/record.ts'
import { startService } from '#server/tools/testing/service.ts'

const service = await startService()
afterAll(() => service.close())
const { key } = await service.account('Ours')
const headers = { authorization: `Bearer ${key}` }

/** Returns the paths of lists without a maximum in a schema. */
function unbounded(schema: unknown, path = ''): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const { type, maxItems } = schema as { type?: string; maxItems?: number }
  const own = type === 'array' && maxItems === undefined ? [path] : []
  return [...own, ...Object.entries(schema).flatMap(([name, inner]) => unbounded(inner, `${path}/${name}`))]
}

test('every list in a body has a maximum', () => {
  const found = all.flatMap(({ method, path, body }) =>
    body
      ? unbounded(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' })).map(
          (list) => `${method} ${path}: ${list}`,
        )
      : [],
  )
  expect(found).toEqual([])
})

const columns = (count: number) => Array.from({ length: count }, () => 0)

test.each([
  [500_000, { columns: 'This has too many entries' }],
  [201, { columns: 'columns must have at most 200 entries' }],
])('%i wrong columns are refused', async (count, details) => {
  const account = await service.account('Ours')
  const id = await addRecord(service.context, account.id, {
    record: 'imports',
    path: '/api/x/customer-imports/:id/check',
  })
  const body = { columns: columns(count), existing: 'skip' }
  const answer = await service.send('POST', `/api/x/customer-imports/${id}/check`, headers, body)
  expect(answer.statusCode).toBe(422)
  expect(answer.json().error.details).toMatchObject(details)
})

test('a response names at most 50 fields that are wrong', async () => {
  const body = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`field_${index}`, 1]))
  const answer = await service.send('POST', '/api/x/customer-permissions', headers, body)
  expect(answer.statusCode).toBe(422)
  expect(Object.keys(answer.json().error.details).length).toBeLessThanOrEqual(50)
})
