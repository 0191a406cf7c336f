import type { FieldPath } from 'react-hook-form'

import type { FieldValues, OptionValue } from '#api/field-form.ts'
import { listText } from '#lib/locale.ts'
import { type Merge, type Versions, mergeVersions, inputsOf } from '#lib/merge.ts'

import { fieldTypeWords } from './field-types.ts'

type Path = FieldPath<FieldValues>

/** Merges my edits of a field with the changes of others. */
export const mergeFields = (versions: Versions<FieldValues>): Merge<FieldValues, Path> =>
  mergeVersions(versions, inputs)

const input = inputsOf<FieldValues>()

const listOf = (names: readonly string[]) => (names.length === 0 ? 'None' : listText([...names], 'and'))

const inputs = [
  input('name', 'Name'),
  input('type', 'Type', (type) => fieldTypeWords(Number(type)).label),
  input('group', 'Group'),
  input('options', 'Options', (options: readonly OptionValue[]) => listOf(options.map(({ name }) => name))),
  input('retired', 'Retired options', listOf),
  input('formats', 'File formats'),
  input('max_files', 'Most files'),
  input('required', 'Required', (isRequired) => (isRequired ? 'Yes' : 'No')),
  input('description', 'Help text'),
  input('placeholder', 'Placeholder'),
]
