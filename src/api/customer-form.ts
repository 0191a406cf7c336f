import { type CustomFieldConfig, fieldType } from '#contract/custom-fields.ts'
import { type BusinessKey, businessKeys, customerPart } from '#contract/customers.ts'
import { type Entry, flatten, joinName, parseName } from '#contract/multipart.ts'
import { actions } from '#contract/permissions.ts'
import { formatOf } from '#lib/file-check.ts'

/** A customer as a form holds it. Custom fields are keyed by `fieldKey`. */
export interface NewCustomer {
  name: string
  last_name: string
  email: string
  phone: string
  photo: File | null
  business: Record<BusinessKey, string>
  texts: Partial<Record<FieldKey, string>>
  files: Partial<Record<FieldKey, File[]>>
  /** Ids of the granted actions. */
  permissions: readonly number[]
}

/** Not the bare number: forms take a number in a path for the index of a list. */
export type FieldKey = `f${number}`
export const fieldKey = (id: number): FieldKey => `f${id}`

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
    permissions: [],
  }
}

/** What goes over the wire, in order. What was left empty is left out, and so is what the configuration does not know. */
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
    phone: customer.phone.trim(),
    business_information: Object.fromEntries(
      businessKeys.map((key) => [key, customer.business[key].trim()]).filter(([, value]) => value !== ''),
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

export function customerForm(customer: NewCustomer, fields: readonly CustomFieldConfig[]): FormData {
  const form = new FormData()
  for (const [name, value] of customerEntries(customer, fields)) form.append(name, value)
  return form
}

/** The same for the same customer, another for any other. Files count by name, size, type and date. */
export function customerFingerprint(customer: NewCustomer, fields: readonly CustomFieldConfig[]): string {
  return JSON.stringify(
    customerEntries(customer, fields).map(([name, value]) =>
      typeof value === 'string'
        ? [name, value]
        : [name, value.name, value.size, value.type, value.lastModified],
    ),
  )
}

/** Where a refused name of the request stands in the form; undefined when the form has no such place. */
export type FormPlace =
  | 'name'
  | 'last_name'
  | 'email'
  | 'phone'
  | 'photo'
  | 'permissions'
  | `business.${BusinessKey}`
  | `texts.${FieldKey}`
  | `files.${FieldKey}`

export function placeOf(name: string, fields: readonly CustomFieldConfig[]): FormPlace | undefined {
  if (name === 'permissions' || name.startsWith('permissions[')) return 'permissions'
  const path = parseName(bracketed(name))
  // A service may count the files it refuses; the form has one place for all of a field.
  const part =
    path && customerPart(path.map((segment, at) => (at === 4 && /^\d+$/.test(segment) ? '' : segment)))
  switch (part?.kind) {
    case 'person':
      return part.key
    case 'photo':
      return 'photo'
    case 'business':
      return `business.${part.key}`
    case 'field':
    case 'formats':
    case 'files': {
      const field = fields.find(({ id }) => id === part.field)
      if (field?.type === fieldType.file) return `files.${fieldKey(field.id)}`
      return field && isText(field) ? `texts.${fieldKey(field.id)}` : undefined
    }
    default:
      return undefined
  }
}

/** Whether the form has a text or a choice for this field. */
export function isText({ type }: CustomFieldConfig): boolean {
  return type === fieldType.text || type === fieldType.textArea || type === fieldType.select
}

function customField({ texts, files }: NewCustomer, field: CustomFieldConfig) {
  const key = fieldKey(field.id)
  if (field.type === fieldType.file) {
    const chosen = files[key] ?? []
    const accepted = field.fields?.fileConfig?.acceptFile ?? []
    const formats = new Set(
      chosen.map(({ name }) => formatOf(name, accepted)).filter((format) => format !== undefined),
    )
    return chosen.length > 0 ? { file_upload: { formats: [...formats], files: chosen } } : undefined
  }
  const value = texts[key] ?? ''
  return isText(field) && value.trim() !== '' ? { value } : undefined
}

const isLeaf = (value: unknown): value is string | File => typeof value === 'string' || value instanceof File

/** `business_information.company_name` is how some services write the same name. */
function bracketed(name: string): string {
  return name.includes('[') ? name : joinName(name.split('.'))
}
