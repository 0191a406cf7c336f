import { processorOf } from '#api/customers.ts'
import { fieldType } from '#contract/customers/custom-fields.ts'
import { type Customer, businessKeys } from '#contract/customers/customers.ts'
import type { MergedField } from '#contract/customers/merge.ts'
import { pluralize } from '#lib/pluralize.ts'
import { businessTitle } from '#parts/customer-inputs/business-title.ts'

import { grantedIn } from '../-permission-rules.ts'
import { permissionWords } from '../-permission-words.ts'

/** One field to choose. A custom field has its id as key. */
export interface MergeRow {
  readonly key: MergedField | number
  readonly title: string
  /** As text; empty where there is none. `photo` is the address of the picture. */
  readonly own: string
  readonly other: string
}

const personTitle = { name: 'First name', last_name: 'Last name', email: 'Email', phone: 'Phone' } as const

/** Returns the fields in which two customers differ; files aren't among them, as the survivor gets those of both. */
export function differences(own: Customer, other: Customer): MergeRow[] {
  const row = (key: MergedField | number, title: string, textOf: (customer: Customer) => string) => ({
    key,
    title,
    own: textOf(own),
    other: textOf(other),
  })
  const [processor] = [processorOf(own) ?? processorOf(other)]
  const rows = [
    row('photo', 'Photo', ({ profile_photo_path }) => profile_photo_path ?? ''),
    ...(Object.keys(personTitle) as (keyof typeof personTitle)[]).map((key) =>
      row(key, personTitle[key], (customer) => customer[key]),
    ),
    ...businessKeys.map((key) =>
      row(key, businessTitle[key], ({ business_information }) => business_information[key] ?? ''),
    ),
    row('permissions', 'Permissions', (customer) =>
      grantedIn(customer.permissions).length === 0 ? '' : permissionWords(customer),
    ),
    ...(processor
      ? [
          row('processor', processor.name, (customer) =>
            processorOf(customer)?.isLinked ? 'Linked' : 'Not linked',
          ),
        ]
      : []),
    ...own.custom_fields
      .filter(({ type }) => type !== fieldType.file)
      .map(({ id, name }) => row(id, name, (customer) => textOfField(customer, id))),
  ]
  return rows.filter((one) => one.own !== one.other)
}

const textOfField = ({ custom_fields }: Customer, id: number) => {
  const [value] = custom_fields.find((field) => field.id === id)?.custom_field_values ?? []
  return typeof value?.value === 'string' ? value.value : ''
}

/** Whether the other's value is taken unless somebody chooses: where the survivor has none. */
export const takesByDefault = ({ key, own, other }: MergeRow): boolean =>
  key === 'processor' ? other === 'Linked' : own === '' && other !== ''

/** How many files the customer has in file fields. */
export const countFiles = ({ custom_fields }: Customer): number =>
  custom_fields
    .flatMap(({ custom_field_values }) => custom_field_values)
    .reduce((sum, { value }) => sum + (Array.isArray(value) ? value.length : 0), 0)

/** Records that move to the survivor, in words, such as `2 invoices with their payments`; what is absent is left out. */
export function movingParts(
  other: Customer,
  { invoices, contacts }: { readonly invoices: number; readonly contacts: number },
): string[] {
  const part = (count: number, one: string, after = '', many?: string) =>
    count > 0 ? [`${pluralize(count, one, many)}${after}`] : []
  return [
    ...part(invoices, 'invoice', invoices === 1 ? ' with its payments' : ' with their payments'),
    ...part(contacts, 'contact'),
    ...part(other.notes.length, 'note'),
    ...part(countFiles(other), 'file'),
    ...part(other.activity_log.length, 'activity entry', '', 'activity entries'),
  ]
}
