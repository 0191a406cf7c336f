import { expect, test } from 'vitest'

import { countries, searchTextOf } from './countries.ts'

test('every country is listed once, under its English name and in its order', () => {
  const all = countries()
  expect(all).toHaveLength(249)
  expect(new Set(all.map(({ name }) => name)).size).toBe(249)
  expect(all.every(({ code, name }) => name !== code)).toBe(true)
  expect(all[0]?.name).toBe('Afghanistan')
  const names = all.map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(['Germany', 'United States', 'South Korea', 'Åland Islands']))
})

test('a country is found by its code and common names', () => {
  const textOf = (code: string) =>
    searchTextOf(countries().find((one) => one.code === code) ?? { code, name: '' })
  expect(textOf('GB')).toContain('UK')
  expect(textOf('DE')).toContain('DE')
  expect(textOf('NL')).toContain('Holland')
})
