import { type Contact, ContactInput } from '#contract/customers/contacts.ts'
import { type Merge, type Versions, describeValue, inputsOf, mergeVersions } from '#lib/merge.ts'

/** A contact as the form edits it. */
export interface ContactValues {
  name: string
  last_name: string
  email: string
  phone: string
  company_name: string
  customer_id: number | null
}
type Field = keyof ContactValues

/** Returns the form of a new contact, of a customer if there is one. */
export const emptyContact = (customer_id: number | null, company_name = ''): ContactValues => ({
  name: '',
  last_name: '',
  email: '',
  phone: '',
  company_name,
  customer_id,
})

/** Returns the form of a contact; what is missing is empty. */
export const valuesOf = (contact: Contact): ContactValues => ({
  name: contact.name ?? '',
  last_name: contact.last_name ?? '',
  email: contact.email ?? '',
  phone: contact.phone ?? '',
  company_name: contact.company_name ?? '',
  customer_id: contact.customer_id ?? null,
})

/** Lists what the service would refuse, as the path of an input and a message. */
export function checkContact(values: ContactValues): readonly (readonly [path: string, message: string])[] {
  const issues = ContactInput.safeParse(values).error?.issues ?? []
  return issues.map(({ path, message }) => [path.join('.'), message] as const)
}

const labels: Record<Field, string> = {
  name: 'First name',
  last_name: 'Last name',
  email: 'Email',
  phone: 'Phone',
  company_name: 'Company',
  customer_id: 'Customer',
}

const isField = (name: string): name is Field => name in labels

/** The input that a name of the request belongs to. */
export const pathOf = (name: string): Field | undefined => (isField(name) ? name : undefined)

const input = inputsOf<ContactValues>()

/** Merges my edits with the changes of others. `nameOf` returns a customer's name. */
export function mergeContact(
  versions: Versions<ContactValues>,
  nameOf: (customer: number) => string,
): Merge<ContactValues, Field> {
  const describe = (value: ContactValues[Field]) =>
    typeof value === 'number' ? nameOf(value) : describeValue(value)
  const inputs = (Object.keys(labels) as Field[]).map((path) => input(path, labels[path], describe))
  return mergeVersions(versions, inputs)
}
