import type { Field } from '#server/platform/lists/import-kind.ts'

/** A column that becomes a custom field of each service, named like the column. */
export const customText = 'custom_text'
/** The same with a number. */
export const customNumber = 'custom_number'

const field = (
  key: string,
  label: string,
  {
    required = 'never',
    hint = '',
    names = [],
    options = [],
  }: Partial<Pick<Field, 'required' | 'hint' | 'names' | 'options'>> = {},
): Field => {
  const is_repeatable = key === customText || key === customNumber
  // Services are matched by id and name; a custom field is named like its column.
  const can_be_same = key !== 'id' && key !== 'name' && !is_repeatable
  return { key, label, required, hint, is_repeatable, can_be_same, options, names }
}

/** Fields that a column of services can be imported as. */
export const importFields: readonly Field[] = [
  field('id', 'ID', {
    names: ['service id'],
    hint: 'Rows with an id update that service. Rows without one are matched by name.',
  }),
  field('name', 'Name', { required: 'new', names: ['service', 'product', 'item', 'title'] }),
  field('description', 'Description', { names: ['details', 'notes'] }),
  field('type', 'Type', {
    hint: 'service or product; service if empty.',
    names: ['kind'],
    options: ['service', 'product'],
  }),
  field('category', 'Category', { required: 'new', names: ['group'] }),
  field('price', 'Price', {
    required: 'new',
    hint: 'A plain decimal such as 85 or 85.50.',
    names: ['amount', 'rate', 'unit price', 'net price'],
  }),
  field('currency', 'Currency', {
    required: 'new',
    hint: 'A three-letter code such as EUR.',
    names: ['currency code'],
  }),
  field('unit', 'Unit', { names: ['unit of measure', 'uom'] }),
  field('billing_type', 'Billing', {
    hint: 'hourly, fixed or recurring; fixed if empty.',
    names: ['billing', 'charged'],
    options: ['hourly', 'fixed', 'recurring'],
  }),
  field('tax_rate', 'Tax rate', { hint: 'A percentage; 0 if empty.', names: ['tax', 'vat', 'vat rate'] }),
  field('is_active', 'Active', {
    hint: 'true or false; true if empty.',
    names: ['active', 'status'],
    options: ['true', 'false'],
  }),
  field('tags', 'Tags', { hint: 'Separated by commas.', names: ['labels', 'tag'] }),
  field(customText, 'Custom field (text)', { hint: 'Named like the column.' }),
  field(customNumber, 'Custom field (number)', { hint: 'Named like the column.' }),
]
