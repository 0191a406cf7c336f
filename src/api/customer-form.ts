import { type CustomFieldConfig, type StoredFile, fieldType } from '#contract/customers/custom-fields.ts'
import { type BusinessKey, type Customer, businessKeys, customerPart } from '#contract/customers/customers.ts'
import { actions } from '#contract/values/permissions.ts'
import { type Entry, flatten, joinName, parseName } from '#contract/wire/multipart.ts'
import { capitalized } from '#lib/capitalized.ts'
import { formatOf } from '#lib/file-check.ts'
import { normalizePhone } from '#lib/phone.ts'
import { normalizeWebsite } from '#lib/web-address.ts'

/** A customer as a form edits it. Custom fields are keyed by `fieldKey`; without a photo, the initials become one. */
export interface NewCustomer {
  name: string
  last_name: string
  email: string
  phone: string
  photo: File | null
  business: Record<BusinessKey, string>
  texts: Partial<Record<FieldKey, string>>
  files: Partial<Record<FieldKey, File[]>>
  /** Files that the customer has already and keeps. */
  kept: Partial<Record<FieldKey, readonly StoredFile[]>>
  /** Ids of the granted actions. */
  permissions: readonly number[]
  /** The contact that becomes this customer. */
  contact?: number | undefined
}

/** Not the bare number: forms read a number in a path as the index of a list. */
export type FieldKey = `f${number}`
/** Returns the key of a custom field by its id. */
export const fieldKey = (id: number): FieldKey => `f${id}`

/** The values that hold files. */
export const fileValues = ['photo', 'files'] as const

/** Whether the path of an input leads to files. */
export const isFilePath = (path: string): boolean => fileValues.some((name) => path.startsWith(name))

/** Returns the form of a new customer. */
export function emptyCustomer(): NewCustomer {
  return {
    name: '',
    last_name: '',
    email: '',
    phone: '',
    photo: null,
    business: Object.fromEntries(businessKeys.map((key) => [key, ''])) as NewCustomer['business'],
    texts: {},
    files: {},
    kept: {},
    permissions: [],
  }
}

/** Returns a customer as the form edits it. The photo stays unless another one is chosen. */
export function formOf(customer: Customer): NewCustomer {
  const { name, last_name, email, phone, business_information, custom_fields, permissions } = customer
  const values = custom_fields.flatMap(({ id, custom_field_values: [first] }) =>
    first ? [[fieldKey(id), first.value] as const] : [],
  )
  return {
    ...emptyCustomer(),
    name,
    last_name,
    email,
    phone,
    business: Object.fromEntries(
      businessKeys.map((key) => [key, business_information[key] ?? '']),
    ) as NewCustomer['business'],
    texts: Object.fromEntries(
      values.flatMap(([key, value]) => (typeof value === 'string' ? [[key, value]] : [])),
    ),
    kept: Object.fromEntries(values.flatMap(([key, value]) => (Array.isArray(value) ? [[key, value]] : []))),
    permissions: actions.flatMap(({ id }) => (String(id) in permissions ? [id] : [])),
  }
}

/** Returns the parts of the request, in order, without what is empty or not in the account's configuration. */
export function customerEntries(
  customer: NewCustomer,
  fields: readonly CustomFieldConfig[],
): Entry<string | File>[] {
  const permissions: Record<string, Record<string, string>> = {}
  for (const { id, module, name } of actions)
    if (customer.permissions.includes(id)) permissions[module] = { ...permissions[module], [name]: '1' }

  const tree = {
    email: customer.email.trim(),
    name: customer.name.trim(),
    last_name: customer.last_name.trim(),
    phone: normalizePhone(customer.phone),
    business_information: Object.fromEntries(
      businessKeys
        .map((key) => [key, normalizeBusiness(key, customer.business[key])])
        .filter(([, value]) => value !== ''),
    ),
    profile_photo_path: customer.photo ?? undefined,
    permissions,
    custom_fields: Object.fromEntries(
      fields.flatMap((field) => {
        const given = customField(customer, field)
        return given ? [[field.id, { key: field.key, ...given }]] : []
      }),
    ),
  }
  return flatten<string | File>(tree, isLeaf)
}

/** Returns the multipart request of a form. */
export function customerForm(customer: NewCustomer, fields: readonly CustomFieldConfig[]): FormData {
  const form = new FormData()
  for (const [name, value] of customerEntries(customer, fields)) form.append(name, value)
  return form
}

/** Returns equal text for equal customers. Files are compared by name, size, type and date. */
export function customerFingerprint(customer: NewCustomer, fields: readonly CustomFieldConfig[]): string {
  return JSON.stringify(
    customerEntries(customer, fields).map(([name, value]) =>
      typeof value === 'string'
        ? [name, value]
        : [name, value.name, value.size, value.type, value.lastModified],
    ),
  )
}

/** The path of an input in the form. */
export type FormPath =
  | 'name'
  | 'last_name'
  | 'email'
  | 'phone'
  | 'photo'
  | 'permissions'
  | `business.${BusinessKey}`
  | `texts.${FieldKey}`
  | `files.${FieldKey}`

/** Returns the input that a name of the request belongs to; undefined when the form has no such input. */
export function formPathOf(name: string, fields: readonly CustomFieldConfig[]): FormPath | undefined {
  if (name === 'permissions' || name.startsWith('permissions[')) return 'permissions'
  const path = parseName(bracketed(name))
  const field = configOf(path, fields)
  if (field?.type === fieldType.file) return `files.${fieldKey(field.id)}`
  if (field && isText(field)) return `texts.${fieldKey(field.id)}`
  const part = path && customerPart(path)
  switch (part?.kind) {
    case 'person':
      return part.key
    case 'photo':
      return 'photo'
    case 'business':
      return `business.${part.key}`
    default:
      return undefined
  }
}

/** Returns what people call a name of the request that has no input in the form: `tax_id` → `Tax id`. */
export function readableName(name: string, fields: readonly CustomFieldConfig[]): string {
  const path = parseName(bracketed(name))
  const field = configOf(path, fields)
  if (field) return field.name
  if (path?.[0] === 'custom_fields') return 'Custom field'
  const words = (path?.findLast((segment) => /[a-z]/i.test(segment)) ?? name).replaceAll(/[_-]+/g, ' ').trim()
  return capitalized(words)
}

/** The configuration of `custom_fields[12]…`: a service may name the field, its value or one of its files. */
const configOf = (path: readonly string[] | undefined, fields: readonly CustomFieldConfig[]) =>
  path?.[0] === 'custom_fields' ? fields.find(({ id }) => String(id) === path[1]) : undefined

/** Whether the form has a text or a choice for this field. */
export function isText({ type }: CustomFieldConfig): boolean {
  return type === fieldType.text || type === fieldType.textArea || type === fieldType.select
}

function customField({ texts, files, kept }: NewCustomer, field: CustomFieldConfig) {
  const key = fieldKey(field.id)
  if (field.type === fieldType.file) {
    const chosen = files[key] ?? []
    const accepted = field.fields?.fileConfig?.acceptFile ?? []
    const formats = new Set(
      chosen.map(({ name }) => formatOf(name, accepted)).filter((format) => format !== undefined),
    )
    const stays = (kept[key] ?? []).map(({ path }) => path)
    if (chosen.length + stays.length === 0) return undefined
    return { file_upload: { formats: [...formats], files: chosen, kept: stays } }
  }
  const value = texts[key] ?? ''
  return isText(field) && value.trim() !== '' ? { value } : undefined
}

function normalizeBusiness(key: BusinessKey, value: string): string {
  if (key === 'company_website') return normalizeWebsite(value)
  return key === 'company_phone' || key === 'fax' ? normalizePhone(value) : value.trim()
}

const isLeaf = (value: unknown): value is string | File => typeof value === 'string' || value instanceof File

/** Some services return `business_information.company_name` for the same field. */
function bracketed(name: string): string {
  return name.includes('[') ? name : joinName(name.split('.'))
}
