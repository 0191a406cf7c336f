import { expect, test } from 'vitest'

import { type NewCustomer, emptyCustomer } from '#api/customer-form.ts'
import { type CustomFieldConfig, fieldType } from '#contract/custom-fields.ts'

import { fileRulesOf, grouped, optionsOf, problemsOf } from './rules.ts'
import { stepOf } from './steps.ts'

const field = (more: Partial<CustomFieldConfig>): CustomFieldConfig => ({
  id: 1,
  type: fieldType.text,
  name: 'Colour',
  key: 'colour',
  required: false,
  ...more,
})

const complete: NewCustomer = {
  ...emptyCustomer(),
  name: 'Ada',
  last_name: 'Byron',
  email: 'ada@example.com',
  phone: '1',
  photo: new File(['x'], 'a.png'),
  business: { ...emptyCustomer().business, company_name: 'Engines' },
}
const placesOf = (customer: NewCustomer, fields: CustomFieldConfig[] = []) =>
  problemsOf(customer, fields).map(({ place }) => place)

test('what every customer needs is asked for, each in its own step', () => {
  expect(placesOf(emptyCustomer())).toEqual([
    'name',
    'last_name',
    'email',
    'phone',
    'photo',
    'business.company_name',
  ])
  for (const { step, place } of problemsOf(emptyCustomer(), [])) expect(stepOf(place)).toBe(step)
  expect(placesOf(complete)).toEqual([])
})

test('an email that is none, and a text that is too long, are refused', () => {
  expect(placesOf({ ...complete, email: 'ada' })).toEqual(['email'])
  expect(placesOf({ ...complete, business: { ...complete.business, city: 'x'.repeat(501) } })).toEqual([
    'business.city',
  ])
})

test('a required field is asked for, also when it was never touched', () => {
  const fields = [field({ required: true }), field({ id: 2, type: fieldType.file, required: true })]
  expect(placesOf(complete, fields)).toEqual(['texts.f1', 'files.f2'])
  expect(placesOf({ ...complete, texts: { f1: ' ' } }, fields)).toContain('texts.f1')
})

test('a select takes its options only, and holes in the options do no harm', () => {
  const select = field({ type: fieldType.select, fields: { options: ['red', null, 'red', '', 'blue'] } })
  expect(optionsOf(select)).toEqual(['red', 'blue'])
  expect(optionsOf(field({ fields: null }))).toEqual([])
  expect(placesOf({ ...complete, texts: { f1: 'green' } }, [select])).toEqual(['texts.f1'])
  expect(placesOf({ ...complete, texts: { f1: 'blue' } }, [select])).toEqual([])
})

test('a field of an unknown type asks for nothing', () => {
  expect(placesOf(complete, [field({ type: 99, required: true })])).toEqual([])
})

test('a file field takes as many files as its configuration says', () => {
  const config = (allowMultiple: boolean, maxFiles: number) =>
    field({ type: fieldType.file, fields: { fileConfig: { acceptFile: ['pdf'], allowMultiple, maxFiles } } })
  expect(fileRulesOf(config(false, 5)).most).toBe(1)
  expect(fileRulesOf(config(true, 5)).most).toBe(5)
  const two = [new File(['x'], 'a.pdf'), new File(['x'], 'b.pdf')]
  expect(placesOf({ ...complete, files: { f1: two } }, [config(false, 5)])).toEqual(['files.f1'])
  expect(placesOf({ ...complete, files: { f1: two } }, [config(true, 2)])).toEqual([])
})

test('fields stand under their group, and those without one are not lost', () => {
  const fields = [
    field({ id: 1, group: 'A' }),
    field({ id: 2 }),
    field({ id: 3, group: 'A' }),
    field({ id: 4, group: null }),
  ]
  expect(grouped(fields).map(([heading, of]) => [heading, of.map(({ id }) => id)])).toEqual([
    ['A', [1, 3]],
    ['', [2, 4]],
  ])
})
