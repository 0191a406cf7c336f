import { expect, test } from 'vitest'

import { taxLabel } from '#contract/invoices/figures.ts'
import { invoiceStatuses } from '#contract/invoices/filter.ts'
import { paymentMethods } from '#contract/invoices/invoices.ts'
import { invoiceLanguages } from '#contract/invoices/looks.ts'

import { type SheetLanguage, english, englishOf } from './sheet-language.ts'
import { translationTo } from './sheet-translations.ts'

const others = invoiceLanguages.filter((language) => language !== 'en')

test.each(others)('a sheet in %s has every word, and a different one for each status', (language) => {
  const { words, status, method } = translationTo({ language: language })
  expect(Object.keys(words).toSorted()).toEqual(Object.keys(english.words).toSorted())
  expect(Object.values(words).filter((word) => word.trim() === '')).toEqual([])
  expect(new Set(invoiceStatuses.map(status)).size).toBe(invoiceStatuses.length)
  expect(new Set(paymentMethods.map(method)).size).toBe(paymentMethods.length)
})

test('a German sheet says status, payment and days in German', () => {
  const { words, status, method, dueIn, dayOf } = translationTo({ language: 'de' })
  expect([words.status, words.paid, words.amountDue]).toEqual(['Status', 'Bezahlt', 'Offener Betrag'])
  expect(status('overdue')).toBe('Überfällig')
  expect(method('bank_transfer')).toBe('Überweisung')
  expect(dueIn('2026-11-26', '2026-11-23')).toBe('Fällig in 3 Tagen')
  expect(dueIn('2026-11-23', '2026-11-23')).toBe('Fällig heute')
  expect(dueIn('2026-11-11', '2026-11-23')).toBe('Fällig vor 12 Tagen')
  expect(dayOf('2026-11-23T23:30:00Z', 'Europe/Berlin')).toBe('24.11.2026')
})

test('a sheet writes amounts, quantities and rates as its language does', () => {
  const { money, number, words, percent } = translationTo({ language: 'de' })
  expect(money(1_204.5, 'EUR')).toBe('1.204,50\u00a0€')
  expect(money({ units: 120_450n, scale: 2 }, 'EUR')).toBe('1.204,50\u00a0€')
  expect(number(1.5)).toBe('1,5')
  const tax = { description: 'Tax 5.5%', kind: 'tax', tax_rate: 5.5 }
  expect(taxLabel(tax, words, percent)).toBe('USt. 5,5\u00a0%')
})

test('what only the service knows keeps its own word', () => {
  const { status, money, day, words, percent } = translationTo({ language: 'fr' })
  expect(status('on hold')).toBe('on hold')
  expect(money(5, 'coins')).toContain('coins')
  expect(day('someday')).toBe('someday')
  expect(taxLabel({ description: 'City tax', kind: 'item', tax_rate: 3 }, words, percent)).toBe('City tax')
})

test('a tax is called as where the sender is', () => {
  const tax = { description: 'Tax 21 %', kind: 'tax', tax_rate: 21 }
  const labelIn = ({ words, percent }: SheetLanguage) => [words.tax, taxLabel(tax, words, percent)]
  expect(labelIn(english)).toEqual(['Tax', 'Tax 21%'])
  expect(labelIn(englishOf({ region: 'BR' }))).toEqual(['Tax', 'Tax 21%'])
  expect(labelIn(englishOf({ region: 'GB', tax_name: 'VAT' }))).toEqual(['VAT', 'VAT 21%'])
  expect(labelIn(translationTo({ language: 'de', region: 'CH', tax_name: 'MwSt.' }))).toEqual([
    'MwSt.',
    'MwSt. 21%',
  ])
})
