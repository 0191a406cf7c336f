import { expect, test } from 'vitest'

import { startWithAccount } from '#server/tools/testing/office.ts'
import { trickyTexts } from '#server/tools/testing/tricky-texts.ts'

import { type NewService, addServices } from './insert.ts'

const { service, account } = await startWithAccount()
const { tenant } = account

const get = async (path: string) =>
  (await service.app.inject({ url: path, headers: { authorization: `Bearer ${account.key}` } })).body

const numbers = [0, -0, 0.1, 1e21, -1e-7, 5e-324, Number.MAX_VALUE, Number.MAX_SAFE_INTEGER]
const prices = [
  ['EUR', 9_999_999_999_999.99],
  ['EUR', -9_999_999_999_999.99],
  ['EUR', 0.07],
  ['JPY', 999_999_999_999_999],
  ['KWD', 0.001],
  ['odd "currency"', 1.1],
  ['USD', 0],
] as const

const given: readonly NewService[] = trickyTexts.map((text, index) => {
  const [currency, price] = prices[index % prices.length] ?? ['EUR', 0]
  return {
    name: text,
    description: `${text}\n${text}`,
    type: index % 2 === 0 ? 'service' : 'product',
    category: text,
    price,
    currency,
    billing_type: text,
    is_active: index % 3 !== 0,
    tax_rate: [0, 0.001, 8.875, 100][index % 4] ?? 0,
    unit: text,
    custom_fields:
      index === 0
        ? []
        : [text, null, true, numbers, { [text]: [text, null, {}] }].map((value, id) => ({
            id,
            name: text,
            key: text,
            value,
            type: text,
          })),
    tags: index % 2 === 0 ? [] : [text, `${text} 2`],
    created_at: `2026-01-01T00:00:${String(index).padStart(2, '0')}.000000Z`,
  }
})

test('services are serialized byte for byte like JSON.stringify', async () => {
  const ids = await tenant.transaction((trx) => addServices(trx, given))
  const rows = given.map((one, index) => ({
    id: ids[index],
    name: one.name,
    description: one.description,
    type: one.type,
    category: one.category,
    price: one.price,
    currency: one.currency,
    billing_type: one.billing_type,
    is_active: one.is_active,
    tax_rate: one.tax_rate,
    unit: one.unit,
    created_at: one.created_at,
    updated_at: one.created_at,
    custom_fields: one.custom_fields,
    tags: one.tags,
  }))
  const body = await get('/api/services/')
  const { timestamp } = JSON.parse(body)
  const meta = { total: rows.length, page: 1, limit: 25, total_pages: 1 }
  expect(body).toBe(JSON.stringify({ data: rows, meta, timestamp }))
  for (const row of rows) expect(await get(`/api/x/services/${row.id}`)).toContain(JSON.stringify(row))
})
