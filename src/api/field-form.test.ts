import { expect, test } from 'vitest'

import type { FieldDefinition } from '#contract/customers/field-definition.ts'

import { configOf, emptyField, fieldInput, fieldPathOf, fieldProblems, fieldValues } from './field-form.ts'

const select: FieldDefinition = {
  id: 1,
  type: 5,
  name: 'Source',
  key: 'source',
  required: true,
  description: null,
  placeholder: null,
  group: 'Sales',
  location: 1,
  fields: { options: ['Fair', 'Web'], fileConfig: null },
  retired_options: ['Radio'],
  retired_at: null,
  has_values: true,
  renames: [],
  created_at: '2026-01-01T00:00:00.000000Z',
  updated_at: '2026-01-01T00:00:00.000000Z',
  version: 1,
}

test('an untouched form sends the field as it is', () => {
  expect(fieldInput(fieldValues(select))).toEqual({
    type: 5,
    name: 'Source',
    group: 'Sales',
    description: '',
    placeholder: '',
    required: true,
    options: [{ name: 'Fair' }, { name: 'Web' }],
    retired_options: ['Radio'],
    file_config: null,
  })
})

test('a renamed option says what it was called', () => {
  const values = fieldValues(select)
  const options = [
    { was: 'Fair', name: ' Trade fair ' },
    { was: '', name: 'Phone' },
  ]
  expect(fieldInput({ ...values, options }).options).toEqual([
    { name: 'Trade fair', was: 'Fair' },
    { name: 'Phone' },
  ])
})

test('formats are typed with or without dots and commas', () => {
  const values = emptyField({ type: '9', name: 'Contract', formats: '.PDF docx,, png', max_files: '3' })
  expect(fieldInput(values).file_config).toEqual({ accept: ['pdf', 'docx', 'png'], max_files: 3 })
  expect(configOf(values, 0).fields?.fileConfig).toEqual({
    acceptFile: ['pdf', 'docx', 'png'],
    allowMultiple: true,
    maxFiles: 3,
  })
})

test('what is wrong is said at its input', () => {
  const problems = (more: Parameters<typeof emptyField>[0]) =>
    [...fieldProblems(emptyField({ name: 'Field', ...more }))].map(([path]) => path)
  expect(problems({})).toEqual([])
  expect(problems({ name: ' ' })).toEqual(['name'])
  expect(problems({ type: '9', max_files: 'many' })).toEqual(['max_files'])
  expect(problems({ type: '9', formats: 'p/df' })).toEqual(['formats'])
  const twice = [
    { was: '', name: 'A' },
    { was: '', name: 'A' },
  ]
  expect(problems({ type: '5', options: twice })).toEqual(['options.1.name'])
  expect(problems({ type: '5', options: [{ was: '', name: 'Radio' }], retired: ['Radio'] })).toEqual([
    'options.0.name',
  ])
  expect([fieldPathOf('options'), fieldPathOf('file_config.accept.1'), fieldPathOf('fields')]).toEqual([
    'options.0.name',
    'formats',
    undefined,
  ])
})
