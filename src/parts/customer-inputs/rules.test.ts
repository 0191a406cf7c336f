import { expect, test } from 'vitest'

import { type NewCustomer, emptyCustomer } from '#api/customer-form.ts'
import { type CustomFieldConfig, fieldType } from '#contract/customers/custom-fields.ts'

import { fileRulesOf, grouped, optionsOf } from './field-config.ts'
import { validate } from './rules.ts'
import { stepOf, stepsOf } from './steps.ts'

const field = (more: Partial<CustomFieldConfig>): CustomFieldConfig => ({
  id: 1,
  type: fieldType.text,
  name: 'Color',
  key: 'color',
  required: false,
  ...more,
})

const complete: NewCustomer = {
  ...emptyCustomer(),
  name: 'Ada',
  last_name: 'Byron',
  email: 'ada@example.com',
  phone: '1',
  business: { ...emptyCustomer().business, company_name: 'Engines' },
}
const pathsOf = (customer: NewCustomer, fields: CustomFieldConfig[] = []) =>
  validate(customer, fields).map(({ path }) => path)

test('required fields are validated in their steps, and a photo isn’t required', () => {
  expect(pathsOf(emptyCustomer())).toEqual(['name', 'last_name', 'email', 'phone', 'business.company_name'])
  for (const { step, path } of validate(emptyCustomer(), [])) expect(stepOf(path)).toBe(step)
  expect(pathsOf(complete)).toEqual([])
})

test('an invalid email and a text that is too long are rejected', () => {
  expect(pathsOf({ ...complete, email: 'ada' })).toEqual(['email'])
  expect(pathsOf({ ...complete, business: { ...complete.business, city: 'x'.repeat(501) } })).toEqual([
    'business.city',
  ])
})

test('a required field is validated even if it was never touched', () => {
  const fields = [field({ required: true }), field({ id: 2, type: fieldType.file, required: true })]
  expect(pathsOf(complete, fields)).toEqual(['texts.f1', 'files.f2'])
  expect(pathsOf({ ...complete, texts: { f1: ' ' } }, fields)).toContain('texts.f1')
})

test('a select accepts only its options, and gaps in the options do no harm', () => {
  const select = field({ type: fieldType.select, fields: { options: ['red', null, 'red', '', 'blue'] } })
  expect(optionsOf(select)).toEqual(['red', 'blue'])
  expect(optionsOf(field({ fields: null }))).toEqual([])
  expect(pathsOf({ ...complete, texts: { f1: 'green' } }, [select])).toEqual(['texts.f1'])
  expect(pathsOf({ ...complete, texts: { f1: 'blue' } }, [select])).toEqual([])
})

test('a field of an unknown type requires nothing', () => {
  expect(pathsOf(complete, [field({ type: 99, required: true })])).toEqual([])
})

test('a file field accepts as many files as its configuration allows', () => {
  const config = (allowMultiple: boolean, maxFiles: number) =>
    field({ type: fieldType.file, fields: { fileConfig: { acceptFile: ['pdf'], allowMultiple, maxFiles } } })
  expect(fileRulesOf(config(false, 5)).most).toBe(1)
  expect(fileRulesOf(config(true, 5)).most).toBe(5)
  const two = [new File(['x'], 'a.pdf'), new File(['x'], 'b.pdf')]
  expect(pathsOf({ ...complete, files: { f1: two } }, [config(false, 5)])).toEqual(['files.f1'])
  expect(pathsOf({ ...complete, files: { f1: two } }, [config(true, 2)])).toEqual([])
})

test('fields are grouped, and those without a group are shown too', () => {
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

test('steps with nothing to fill in are left out', () => {
  const text = field({})
  const file = field({ id: 2, type: fieldType.file })
  expect(stepsOf([])).toEqual(['person', 'business', 'permissions', 'review'])
  expect(stepsOf([text])).not.toContain('files')
  expect(stepsOf([file])).not.toContain('fields')
  expect(stepsOf([text, file])).toEqual(['person', 'business', 'fields', 'files', 'permissions', 'review'])
})

test('missing fields are named by their labels', () => {
  const fields = [field({ name: 'Color', required: true })]
  expect(validate(emptyCustomer(), fields).map(({ label }) => label)).toEqual([
    'First name',
    'Last name',
    'Email',
    'Phone',
    'Company',
    'Color',
  ])
})
