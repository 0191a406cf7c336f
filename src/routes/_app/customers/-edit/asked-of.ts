import { type CustomFieldConfig, fieldType } from '#contract/customers/custom-fields.ts'
import type { Customer } from '#contract/customers/customers.ts'
import { optionsOf } from '#parts/customer-inputs/field-config.ts'

/**
 * The field as this customer is asked for it: an option that no longer exists stays available, and a value that was missing
 * before the field was required may stay so.
 */
export function askedOf(field: CustomFieldConfig, { custom_fields }: Customer): CustomFieldConfig {
  const value = custom_fields.find(({ id }) => id === field.id)?.custom_field_values[0]?.value
  const required = field.required && value !== undefined && value !== null
  const isGone =
    field.type === fieldType.select && typeof value === 'string' && !optionsOf(field).includes(value)
  const options = isGone ? [...optionsOf(field), value] : field.fields?.options
  return { ...field, required, fields: { ...field.fields, options } }
}
