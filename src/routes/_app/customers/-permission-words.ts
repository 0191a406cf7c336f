import type { CustomerRow } from '#contract/customers/customers.ts'
import { modules, verbs } from '#contract/values/permissions.ts'

import { coverage, grantedIn, moduleTitle, verbTitle } from './-permission-rules.ts'

/** `Invoices: view, edit; Meetings: everything` */
export function permissionWords({ permissions }: Pick<CustomerRow, 'permissions'>): string {
  const granted = grantedIn(permissions)
  const words = modules.flatMap((module) => {
    const can = verbs.filter((verb) => coverage(granted, { module, verb }) === 'all')
    if (can.length === 0) return []
    const rights =
      can.length === verbs.length ? 'everything' : can.map((verb) => verbTitle[verb].toLowerCase()).join(', ')
    return [`${moduleTitle[module]}: ${rights}`]
  })
  return words.length === 0 ? 'No permissions' : words.join('; ')
}

/** The same at a glance: `Full access`, `View only`, `Contracts, Meetings`, `3 of 4 areas`, `No access`. */
export function permissionSummary({ permissions }: Pick<CustomerRow, 'permissions'>): string {
  const granted = grantedIn(permissions)
  if (granted.length === 0) return 'No access'
  if (coverage(granted, {}) === 'all') return 'Full access'
  const areas = modules.filter((module) => coverage(granted, { module }) !== 'none')
  const canOnlyView = verbs.every((verb) => verb === 'view' || coverage(granted, { verb }) === 'none')
  if (canOnlyView && areas.length === modules.length) return 'View only'
  if (areas.length <= 2) return areas.map((module) => moduleTitle[module]).join(', ')
  return `${areas.length} of ${modules.length} areas`
}
