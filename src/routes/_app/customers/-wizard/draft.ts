import { type CustomFieldConfig, fieldType } from '#contract/custom-fields.ts'
import type { BusinessKey, Customer } from '#contract/customers.ts'

import {
  type NewCustomer,
  customerForm,
  emptyCustomer,
  fieldKey,
  isText,
  placeOf,
} from '../../../../api/customer-form.ts'
import { type Granted, grantedIn } from '../-permission-rules.ts'
import { type StepId, problemsOf as allProblems, stepOf as stepOfPlace } from './rules.ts'

export { type StepId as Step, steps } from './rules.ts'

/** A customer as the wizard holds it; texts and files by the id of their custom field. */
export interface Draft {
  readonly person: Readonly<Record<'name' | 'last_name' | 'email' | 'phone', string>>
  readonly photo: File | null
  readonly business: Readonly<Partial<Record<BusinessKey, string>>>
  readonly texts: Readonly<Record<number, string>>
  readonly files: Readonly<Record<number, readonly File[]>>
  readonly permissions: Granted
}

/** What is wrong, by the request's own names. */
export type Problems = Readonly<Record<string, string>>

export const emptyDraft: Draft = {
  person: { name: '', last_name: '', email: '', phone: '' },
  photo: null,
  business: {},
  texts: {},
  files: {},
  permissions: [],
}

/** A new customer of the same business with the same rights and texts; who it is stays open. */
export function likeCustomer(customer: Customer): Draft {
  const business = Object.entries(customer.business_information).filter(
    ([, value]) => typeof value === 'string',
  )
  const texts = customer.custom_fields.flatMap(({ id, custom_field_values: [first] }) =>
    typeof first?.value === 'string' ? [[id, first.value] as const] : [],
  )
  return {
    ...emptyDraft,
    business: Object.fromEntries(business) as Draft['business'],
    texts: Object.fromEntries(texts),
    permissions: grantedIn(customer.permissions),
  }
}

export const formOf = (draft: Draft, fields: readonly CustomFieldConfig[]): FormData =>
  customerForm(newCustomer(draft), fields)

export function problemsOf(step: StepId, draft: Draft, fields: readonly CustomFieldConfig[]): Problems {
  const found = allProblems(newCustomer(draft), fields).filter((problem) => problem.step === step)
  return Object.fromEntries(found.map(({ place, text }) => [nameOf(place), text]))
}

/** The step a name of the request is filled in at; undefined when none is. */
export function stepOf(name: string, fields: readonly CustomFieldConfig[]): StepId | undefined {
  const place = placeOf(name, fields)
  return place && stepOfPlace(place)
}

export const textName = (id: number) => `custom_fields[${id}][value]`
export const filesName = (id: number) => `custom_fields[${id}][file_upload][files][]`
export const isSupported = (field: CustomFieldConfig) => isText(field) || field.type === fieldType.file

function nameOf(place: string): string {
  const [head, key = ''] = place.split('.')
  if (head === 'photo') return 'profile_photo_path'
  if (head === 'business') return `business_information[${key}]`
  if (head === 'texts') return textName(Number(key.slice(1)))
  return head === 'files' ? filesName(Number(key.slice(1))) : place
}

function newCustomer({ person, photo, business, texts, files, permissions }: Draft): NewCustomer {
  const empty = emptyCustomer()
  const byKey = <Value>(values: Readonly<Record<number, Value>>) =>
    Object.fromEntries(Object.entries(values).map(([id, value]) => [fieldKey(Number(id)), value]))
  return {
    ...person,
    photo,
    business: { ...empty.business, ...business },
    texts: byKey(texts),
    files: byKey(files) as unknown as NewCustomer['files'],
    permissions,
  }
}
