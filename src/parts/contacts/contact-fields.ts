import { Contact } from '#contract/customers/contacts.ts'

/** The fields that have a column of their own. */
const known: ReadonlySet<string> = new Set(Object.keys(Contact.shape))

/** Fields this dashboard does not know, which some row has a value for. */
export function otherFields(rows: readonly Contact[]): readonly string[] {
  const names = rows.flatMap((row) =>
    Object.keys(row).filter((name) => !known.has(name) && row[name] != null),
  )
  return [...new Set(names)]
}

/** Any value from the API as one line. */
export function cellText(value: unknown): string {
  if (value == null) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value as string | number | boolean)
}

/** Returns what a contact is called: by name, else by email, else by id. */
export function contactName({
  name,
  last_name,
  email,
  id,
}: Pick<Contact, 'name' | 'last_name' | 'email'> & { id?: unknown }): string {
  const full = [name, last_name].filter(Boolean).join(' ')
  return full || email || `Contact ${cellText(id)}`
}
