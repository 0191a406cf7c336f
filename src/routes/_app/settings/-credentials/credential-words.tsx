import type { Credential, CredentialKind } from '#contract/access/credentials.ts'
import type { Way } from '#kit/back-link.tsx'
import { StatusBadge } from '#kit/status-badge.tsx'

/** Labels of the kinds. */
export const kindName: Record<CredentialKind, string> = { token: 'API token', key: 'API key' }

/** The way back to a credential. */
export const credentialWay = (id: number): Way => ({
  label: 'API credential',
  address: { to: '/settings/credentials/$id', params: { id: String(id) } },
})

/** Descriptions of the kinds. */
export const kindHint: Record<CredentialKind, string> = {
  token: 'For contacts and webhooks, under /api/v1.',
  key: 'For customers, services and invoices, under /api. A key can always read them, and create and delete customers.',
}

const abilityHints: Readonly<Record<string, string>> = {
  'settings.manage': 'Create, change and delete webhooks, and read their deliveries',
  'contacts.view': 'Read contacts',
  'contacts.manage': 'Create, change and delete contacts',
  'customers.manage': 'Change customers, their notes, permissions and archive',
  'services.manage': 'Create and change services',
  'invoices.manage': 'Create, send and void invoices, and record payments',
  'proposals.manage': 'Create and send proposals, and record answers',
  'contracts.manage': 'Create, send and end contracts, and record signatures',
  'meetings.manage': 'Schedule, change and cancel meetings',
}

/** Description of a credential's permission; empty for one that only a newer service knows. */
export const abilityHint = (ability: string): string => abilityHints[ability] ?? ''

/** How a secret begins and ends: `bk_…a1B2`. */
export const secretHint = ({ prefix, last_four }: Pick<Credential, 'prefix' | 'last_four'>): string =>
  `${prefix}…${last_four}`

const states = {
  active: ['good', 'Active'],
  expired: ['notice', 'Expired'],
  revoked: ['neutral', 'Revoked'],
} as const

export const stateWord = (state: Credential['state']): string => states[state][1]

export const CredentialState = ({ state }: { state: Credential['state'] }) => (
  <StatusBadge tone={states[state][0]}>{states[state][1]}</StatusBadge>
)
