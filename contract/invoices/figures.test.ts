import { expect, test } from 'vitest'

import { type FigureLine, figuresOf } from './figures.ts'
import { englishWords } from './words.ts'

const writer = {
  words: { ...englishWords, tax: 'VAT' },
  quantity: String,
  percent: (rate: number) => `${rate}%`,
  money: (amount: number) => `€${amount.toFixed(2)}`,
  sum: (amounts: readonly number[]) => `€${amounts.reduce((sum, amount) => sum + amount, 0).toFixed(2)}`,
}

const line = (total: number, tax_rate: number | null, discount?: number): FigureLine => ({
  description: 'Design',
  kind: 'item',
  quantity: 1,
  unit_price: total,
  total,
  discount,
  tax_rate,
})

const tax = (rate: number, total: number): FigureLine => ({
  ...line(total, rate),
  description: `Tax ${rate} %`,
  kind: 'tax',
})

test('with several rates, each line says its own and each tax what it is on', () => {
  const lines = [line(100, 21), line(50, 9), line(20, 21), line(10, 0)]
  const figures = figuresOf(lines, [tax(21, 25.2), tax(9, 4.5)], writer)
  expect(figures.lines.map((one) => one.tax)).toEqual(['21%', '9%', '21%', '0%'])
  expect(figures.totals).toEqual([
    { label: 'Net', amount: '€180.00' },
    { label: 'VAT 21% on €120.00', amount: '€25.20' },
    { label: 'VAT 9% on €50.00', amount: '€4.50' },
  ])
})

test('a single rate is on everything, so it doesn’t say on what', () => {
  const { totals } = figuresOf([line(100, 21)], [tax(21, 21)], writer)
  expect(totals.map(({ label }) => label)).toEqual(['Net', 'VAT 21%'])
})

test('without a tax there is neither a net nor a rate beside the lines', () => {
  const figures = figuresOf([line(100, 0, 10)], [], writer)
  expect(figures.totals).toEqual([])
  expect(figures.lines).toEqual([
    {
      description: 'Design',
      note: '10% discount',
      quantity: '1',
      unit_price: '€100.00',
      tax: '',
      amount: '€100.00',
    },
  ])
})

test('a tax of a service without rates keeps its own name', () => {
  const taxes = [{ ...tax(0, 21), description: 'VAT 21 %', kind: 'item', tax_rate: undefined }]
  const figures = figuresOf([{ ...line(100, null), kind: undefined }], taxes, writer)
  expect(figures.lines[0]?.tax).toBe('')
  expect(figures.totals.map(({ label }) => label)).toEqual(['Net', 'VAT 21%'])
})

test('an optional line says so, has its rate, and counts once it is chosen', () => {
  const [sign, lights] = [line(100, 0), { ...line(50, 21, 10), is_optional: true }]
  const open = figuresOf([sign, lights], [], writer)
  expect(open.lines.map(({ note, tax: rate }) => [note, rate])).toEqual([
    ['', '0%'],
    ['10% discount · Optional', '21%'],
  ])
  expect(open.totals).toEqual([])
  const chosen = figuresOf([sign, { ...lights, is_chosen: true }], [tax(21, 10.5)], writer)
  expect(chosen.lines[1]?.note).toBe('10% discount · Optional, chosen')
  expect(chosen.totals[0]).toEqual({ label: 'Net', amount: '€150.00' })
  const left = figuresOf([line(100, 21), { ...lights, is_chosen: false }], [tax(21, 21)], writer)
  expect(left.lines[1]?.note).toBe('10% discount · Optional, not chosen')
  expect(left.totals[0]).toEqual({ label: 'Net', amount: '€100.00' })
})
