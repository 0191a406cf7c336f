import { type Role, roles } from '#contract/access/session.ts'
import { type Ability, abilities } from '#contract/wire/endpoint.ts'

/** Abilities of each role. */
const roleAbilities: Record<Role, readonly Ability[]> = {
  owner: abilities,
  admin: abilities.filter((ability) => ability !== 'owners.manage'),
  staff: [
    'contacts.view',
    'contacts.manage',
    'customers.manage',
    'services.manage',
    'invoices.manage',
    'proposals.manage',
    'contracts.manage',
    'meetings.manage',
  ],
  accountant: ['contacts.view', 'invoices.manage'],
  viewer: ['contacts.view'],
}

/** Returns what a role may do; nothing for one that only a newer version knows. */
export const abilitiesOf = (role: string): readonly Ability[] =>
  Object.hasOwn(roleAbilities, role) ? roleAbilities[role as Role] : []

/**
 * Whether people in the role `own` may make someone a `role`, or change or remove someone who is: they never grant or
 * withdraw more than they have.
 */
export function mayManage(own: string, role: string): boolean {
  const mine = abilitiesOf(own)
  return mine.includes('members.manage') && abilitiesOf(role).every((ability) => mine.includes(ability))
}

/** The roles that people in the role `own` may grant. */
export const grantableRoles = (own: string): Role[] => roles.filter((role) => mayManage(own, role))
