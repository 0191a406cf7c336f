import { type CustomFieldConfig, fieldType } from '#contract/customers/custom-fields.ts'
import type { FieldDefinition } from '#contract/customers/field-definition.ts'
import { type FieldInput, FieldInput as FieldInputSchema } from '#contract/customers/field-definitions.ts'

/** An option as its input holds it; `was` is empty for one that the field doesn't have yet. */
export interface OptionValue {
  was: string
  name: string
}

/** A custom field as a form edits it. */
export interface FieldValues {
  /** Of the wire, as text. */
  type: string
  name: string
  group: string
  description: string
  placeholder: string
  required: boolean
  options: OptionValue[]
  /** Names of options that are no longer offered. */
  retired: string[]
  /** File formats as they are typed: `pdf, docx`. */
  formats: string
  max_files: string
}

/** Defaults of a new field. */
export const emptyField = (more: Partial<FieldValues> = {}): FieldValues => ({
  type: String(fieldType.text),
  name: '',
  group: '',
  description: '',
  placeholder: '',
  required: false,
  options: [{ was: '', name: '' }],
  retired: [],
  formats: '',
  max_files: '1',
  ...more,
})

/** Returns a field as the form edits it. */
export function fieldValues(field: FieldDefinition): FieldValues {
  const { options, fileConfig } = field.fields
  return {
    type: String(field.type),
    name: field.name,
    group: field.group,
    description: field.description ?? '',
    placeholder: field.placeholder ?? '',
    required: field.required,
    options: options.length > 0 ? options.map((name) => ({ was: name, name })) : [{ was: '', name: '' }],
    retired: [...field.retired_options],
    formats: fileConfig?.acceptFile.join(', ') ?? '',
    max_files: String(fileConfig ? (fileConfig.allowMultiple ? fileConfig.maxFiles : 1) : 1),
  }
}

const isType = ({ type }: FieldValues, expected: number) => type === String(expected)

/** Returns what saving the form sends; a number that isn't one is NaN. */
export function fieldInput(values: FieldValues): FieldInput {
  const isSelect = isType(values, fieldType.select)
  const hasPlaceholder = isType(values, fieldType.text) || isType(values, fieldType.textArea)
  return {
    type: Number(values.type),
    name: values.name.trim(),
    group: values.group.trim(),
    description: values.description.trim(),
    placeholder: hasPlaceholder ? values.placeholder.trim() : '',
    required: values.required,
    options: isSelect
      ? values.options.map(({ was, name }) => ({
          name: name.trim(),
          ...(was !== '' && was !== name.trim() && { was }),
        }))
      : [],
    retired_options: isSelect ? values.retired : [],
    file_config: isType(values, fieldType.file)
      ? { accept: formatsOf(values), max_files: wholeNumber(values.max_files) }
      : null,
  }
}

const formatsOf = ({ formats }: FieldValues): string[] =>
  formats
    .split(/[\s,;]+/)
    .map((format) => format.replace(/^\./, '').toLowerCase())
    .filter(Boolean)

const wholeNumber = (typed: string) => (/^\d{1,3}$/.test(typed.trim()) ? Number(typed) : Number.NaN)

/** Lists what is wrong with the form, as the path of an input and a message. */
export function* fieldProblems(values: FieldValues): Generator<readonly [path: string, message: string]> {
  const input = fieldInput(values)
  for (const { path, message } of FieldInputSchema.safeParse(input).error?.issues ?? []) {
    const at = fieldPathOf(path.map(String).join('.'))
    if (at) yield [at, message]
  }
  const names = [...input.options.map(({ name }) => name), ...input.retired_options]
  for (const [index, { name }] of input.options.entries())
    if (name !== '' && (names.indexOf(name) < index || input.retired_options.includes(name)))
      yield [`options.${index}.name`, 'This option exists already']
}

/** Returns the input that a name of the request belongs to; undefined when the form has no such input. */
export function fieldPathOf(name: string): keyof FieldValues | `options.${number}.name` | undefined {
  const [head = '', index = ''] = name.split('.')
  if (head === 'options') return `options.${Number(index) || 0}.name`
  if (head === 'file_config') return index === 'max_files' ? 'max_files' : 'formats'
  return inputs.find((input) => input === head)
}

const inputs = ['type', 'name', 'group', 'description', 'placeholder', 'required'] as const

/** Returns the field as forms would ask for it once the form is saved. */
export function configOf(values: FieldValues, id: number): CustomFieldConfig {
  const { type, name, group, description, placeholder, required, options, file_config } = fieldInput(values)
  return {
    id,
    type,
    key: '',
    name: name === '' ? 'Unnamed field' : name,
    required,
    group,
    description,
    placeholder,
    fields: {
      options: options.map((option) => option.name),
      fileConfig: file_config && {
        acceptFile: file_config.accept,
        allowMultiple: file_config.max_files > 1,
        maxFiles: file_config.max_files || 1,
      },
    },
  }
}
