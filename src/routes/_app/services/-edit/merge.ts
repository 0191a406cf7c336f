import type { FieldPath } from 'react-hook-form'

import type { ServiceFieldValues, ServiceValues } from '#api/service-form.ts'
import { listText } from '#lib/locale.ts'
import { type Merge, type Versions, mergeVersions, inputsOf } from '#lib/merge.ts'
import { billingWord, stateWord, typeWord } from '#parts/services/service-words.ts'

type Path = FieldPath<ServiceValues>

/** Merges my edits of a service with the changes of others. */
export const mergeServices = (versions: Versions<ServiceValues>): Merge<ServiceValues, Path> =>
  mergeVersions(versions, inputs)

const input = inputsOf<ServiceValues>()

const inputs = [
  input('name', 'Name'),
  input('description', 'Description'),
  input('type', 'Type', typeWord),
  input('category', 'Category'),
  input('tags', 'Tags', (tags) => (tags.length === 0 ? 'None' : listText(tags, 'and'))),
  input('is_active', 'Status', stateWord),
  input('price', 'Price'),
  input('currency', 'Currency'),
  input('billing_type', 'Billing', billingWord),
  input('unit', 'Unit'),
  input('tax_rate', 'Tax rate'),
  input('custom_fields', 'Custom fields', describeFields),
]

function describeFields(fields: readonly ServiceFieldValues[]): string {
  if (fields.length === 0) return 'None'
  return fields.map(({ name, value, is_kept }) => (is_kept ? name : `${name}: ${value}`)).join('\n')
}
