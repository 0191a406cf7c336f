import type { BusinessKey } from '#contract/customers/customers.ts'
import { fold } from '#contract/values/folding.ts'
import { type Action, actions } from '#contract/values/permissions.ts'
import { now } from '#server/platform/lib/clock.ts'

/** The name of a customer, as documents and messages say it. */
export const fullName = ({
  name,
  last_name,
}: {
  readonly name: string
  readonly last_name: string
}): string => `${name} ${last_name}`.trim()

/** Columns of a customer, apart from files and custom values. */
export interface NewCustomer {
  readonly name: string
  readonly last_name: string
  readonly phone: string
  readonly email: string
  readonly business: Partial<Record<BusinessKey, string>>
  /** Permission ids, 1 to 16. */
  readonly permissions: readonly number[]
  readonly processor_linked?: boolean
  readonly created_at?: string
}

/** The row of a customer, with the folded copies that the list sorts and searches by. */
export function customerColumns({
  business,
  permissions,
  processor_linked = false,
  created_at = now(),
  ...person
}: NewCustomer) {
  const company = business.company_name ?? ''
  const digits = person.phone.replace(/[^0-9]/g, '')
  const search = [person.name, person.last_name, person.email, company, person.phone, digits]
  return {
    ...person,
    photo_file_id: null,
    processor_linked: processor_linked ? 1 : 0,
    company_name: business.company_name ?? null,
    company_phone: business.company_phone ?? null,
    company_email: business.company_email ?? null,
    company_website: business.company_website ?? null,
    address_1: business.address_1 ?? null,
    address_2: business.address_2 ?? null,
    country: business.country ?? null,
    city: business.city ?? null,
    state: business.state ?? null,
    zip_code: business.zip_code ?? null,
    fax: business.fax ?? null,
    permissions: permissions.reduce((mask, id) => mask | (1 << (id - 1)), 0),
    name_key: fold(person.name),
    last_name_key: fold(person.last_name),
    email_key: fold(person.email),
    company_name_key: fold(company),
    search_text: fold(search.join('\n')),
    created_at,
    updated_at: created_at,
  }
}

/** The names of permissions, by their ids. */
export const permissionNames = (mask: number): Action[] =>
  actions.filter(({ id }) => (mask & (1 << (id - 1))) !== 0).map(({ name }) => name)

/** The ids of permissions, 1 to 16. */
export const permissionIds = (mask: number): number[] =>
  actions.map(({ id }) => id).filter((id) => (mask & (1 << (id - 1))) !== 0)

/** The bits of permissions. */
export const permissionBits = (names: readonly Action[]): number =>
  actions.reduce((mask, { id, name }) => (names.includes(name) ? mask | (1 << (id - 1)) : mask), 0)

/** The wire's map of permissions: id → name, or an empty array when there are none. */
export function permissionsOf(mask: number): Record<string, string> | never[] {
  const granted = actions.filter(({ id }) => (mask & (1 << (id - 1))) !== 0)
  return granted.length === 0 ? [] : Object.fromEntries(granted.map(({ id, name }) => [String(id), name]))
}
