import {
  type Icon,
  IconCalendarEvent,
  IconFileInvoice,
  IconPresentation,
  IconSignature,
} from '@tabler/icons-react'

import type { CustomerRow } from '#contract/customers.ts'
import { type Module, modules, verbs } from '#contract/permissions.ts'

import { coverage, grantedIn, moduleTitle, verbTitle } from './-permission-rules.ts'

import classes from './-permission-badges.module.css'

/** What a customer may do, at a glance: a badge a module, fuller the more is granted. */
export function PermissionBadges({ permissions }: Pick<CustomerRow, 'permissions'>) {
  const granted = grantedIn(permissions)
  return (
    <span className={classes.badges} role="img" aria-label={permissionWords({ permissions })}>
      {modules.map((module) => {
        const Sign = signs[module]
        return (
          <span key={module} className={classes.badge} data-coverage={coverage(granted, { module })}>
            <Sign size={15} stroke={1.75} aria-hidden />
          </span>
        )
      })}
    </span>
  )
}

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

const signs: Record<Module, Icon> = {
  invoice: IconFileInvoice,
  contract: IconSignature,
  proposal: IconPresentation,
  meeting: IconCalendarEvent,
}
