import { fieldType } from '#contract/customers/custom-fields.ts'
import { type FieldInput, definableTypes } from '#contract/customers/field-definitions.ts'
import { fold } from '#contract/values/folding.ts'
import { invalidInput } from '#server/platform/lib/http-error.ts'

import type { Definition } from '../field-definitions.ts'
import { offeredOptions } from './rows.ts'

/** An option that is called something else from now on. */
export interface Rename {
  readonly from: string
  readonly to: string
}

/** A definition after an input. */
export interface CheckedField {
  readonly columns: Pick<Definition, 'type' | 'name' | 'required' | 'field_group'> & {
    readonly description: string | null
    readonly placeholder: string | null
    /** JSON. */
    readonly fields: string
    /** JSON. */
    readonly retired_options: string
  }
  readonly renames: readonly Rename[]
  /** Options that exist no longer: no customer may have them. */
  readonly removed: readonly string[]
}

const orNull = (text: string) => (text === '' ? null : text)

/** Checks what the schema can't tell. Throws 422. */
export function checkField(input: FieldInput, stored?: Definition): CheckedField {
  const problems = new Map<string, string[]>()
  const { type, name, group, required } = input
  const isUnsupported = !definableTypes.includes(type as (typeof definableTypes)[number])
  if (isUnsupported && type !== stored?.type) problems.set('type', ['This type isn’t supported'])
  const options =
    type === fieldType.select
      ? checkOptions(input, stored, problems)
      : { names: [], renames: [], removed: [] }
  if (problems.size > 0) throw invalidInput('VALIDATION_FAILED', problems)
  return {
    columns: {
      type,
      name,
      field_group: group,
      required: required ? 1 : 0,
      description: orNull(input.description),
      placeholder: orNull(input.placeholder),
      fields: JSON.stringify(
        isUnsupported ? stored?.fields : { options: options.names, fileConfig: fileConfigOf(input) },
      ),
      retired_options: JSON.stringify(type === fieldType.select ? input.retired_options : []),
    },
    renames: options.renames,
    removed: options.removed,
  }
}

function checkOptions(
  { options, retired_options }: FieldInput,
  stored: Definition | undefined,
  problems: Map<string, string[]>,
) {
  const before =
    stored?.type === fieldType.select ? [...offeredOptions(stored), ...stored.retired_options] : []
  const names = options.map(({ name }) => name)
  if (names.length === 0) problems.set('options', ['Add at least one option'])
  const renames: Rename[] = []
  for (const [index, { name, was = name }] of options.entries()) {
    const at = `options.${index}.name`
    if (names.indexOf(name) < index || retired_options.includes(name))
      problems.set(at, ['This option exists already'])
    else if (was !== name) {
      if (!before.includes(was)) problems.set(at, [`There is no option “${was}” to rename`])
      // Else customers of the one would be taken for customers of the other.
      else if (before.includes(name))
        problems.set(at, [`“${name}” is an option already. Choose another name.`])
      else renames.push({ from: was, to: name })
    }
  }
  const unknown = retired_options.find((option) => !before.includes(option))
  if (unknown !== undefined) problems.set('retired_options', [`There is no option “${unknown}” to retire`])
  const left = new Set([...names, ...retired_options, ...renames.map(({ from }) => from)])
  return { names, renames, removed: before.filter((option) => !left.has(option)) }
}

function fileConfigOf({ type, file_config }: FieldInput) {
  if (type !== fieldType.file || !file_config) return null
  const { accept, max_files } = file_config
  return { acceptFile: [...new Set(accept)], allowMultiple: max_files > 1, maxFiles: max_files }
}

/** A key made from the name, unlike every other of the account: `Customer number` is `customer_number`. */
export function newKey(name: string, taken: ReadonlySet<string>): string {
  const base =
    fold(name)
      .replace(/[^\p{L}\p{N}]+/gu, '_')
      .replace(/^_+|_+$/g, '') || 'field'
  let key = base
  for (let number = 2; taken.has(key); number += 1) key = `${base}_${number}`
  return key
}
