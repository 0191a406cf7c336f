import type { Invitee, MeetingInput } from '#contract/meetings/meetings.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import { invalidField } from '#server/platform/lib/http-error.ts'
import { readColleagues } from '#server/records/people/colleagues.ts'

type Chosen = Pick<MeetingInput, 'customer_id' | 'contact_ids' | 'staff_ids' | 'emails'>
type Kind = Invitee['kind']

/**
 * Returns who is invited, the customer first, with the names and addresses that they have now. Those who were invited `before` stay, also
 * once their record is gone. Throws 422.
 */
export async function resolveAttendees(
  tenant: Tenant,
  { customer_id, contact_ids, staff_ids, emails }: Chosen,
  before: readonly Invitee[] = [],
): Promise<Invitee[]> {
  const found = [
    ...(await pick('customer', customer_id === null ? [] : [customer_id], before, (ids) =>
      readCustomers(tenant, ids),
    )),
    ...(await pick('contact', contact_ids, before, (ids) => readContacts(tenant, ids))),
    ...(await pick('staff', staff_ids, before, (ids) => readColleagues(tenant, ids))),
    ...emails.map((email): Invitee => ({ kind: 'email', id: null, name: '', email })),
  ]
  // An address that is typed may be that of somebody who was chosen.
  const isNew = ({ email }: Invitee, index: number) =>
    email === '' || found.findIndex((other) => isSameAddress(other.email, email)) === index
  return found.filter(isNew)
}

/** Addresses differ in case alone where people type them. */
export const isSameAddress = (one: string, other: string): boolean =>
  one.toLowerCase() === other.toLowerCase()

/** Returns where the invitation goes. */
export const addressesOf = (attendees: readonly Invitee[]): string[] =>
  attendees.map(({ email }) => email).filter((email) => email !== '')

const missing: Readonly<Record<Exclude<Kind, 'email'>, readonly [string, string]>> = {
  customer: ['customer_id', 'This customer doesn’t exist'],
  contact: ['contact_ids', 'One of these contacts doesn’t exist'],
  staff: ['staff_ids', 'One of these people no longer works in this account'],
}

async function pick(
  kind: Exclude<Kind, 'email'>,
  ids: readonly number[],
  before: readonly Invitee[],
  read: (ids: readonly number[]) => Promise<readonly Person[]>,
): Promise<Invitee[]> {
  const distinct = [...new Set(ids)]
  if (distinct.length === 0) return []
  const people = new Map((await read(distinct)).map((person) => [person.id, person]))
  return distinct.map((id) => {
    const person = people.get(id)
    if (person) return { kind, ...person }
    const known = before.find((one) => one.kind === kind && one.id === id)
    if (known) return known
    throw invalidField(...missing[kind])
  })
}

type Person = Pick<Invitee, 'name' | 'email'> & { readonly id: number }

interface Named {
  readonly id: number
  readonly name: string
  readonly last_name: string | null
  readonly email: string | null
}

const toPerson = ({ id, name, last_name, email }: Named): Person => ({
  id,
  name: `${name} ${last_name ?? ''}`.trim(),
  email: email ?? '',
})

const readCustomers = async (tenant: Tenant, ids: readonly number[]) =>
  (
    await tenant
      .select('customers')
      .select(['id', 'name', 'last_name', 'email'])
      .where('id', 'in', ids)
      .execute()
  ).map(toPerson)

const readContacts = async (tenant: Tenant, ids: readonly number[]) =>
  (
    await tenant
      .select('contacts')
      .select(['id', 'name', 'last_name', 'email'])
      .where('id', 'in', ids)
      .execute()
  ).map(toPerson)
