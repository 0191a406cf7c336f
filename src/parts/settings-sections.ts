import {
  type Icon,
  IconApi,
  IconBell,
  IconBuildingStore,
  IconForms,
  IconHistory,
  IconKey,
  IconPlugConnected,
  IconShieldLock,
  IconTemplate,
  IconUserCircle,
  IconUsersGroup,
} from '@tabler/icons-react'
import type { LinkProps } from '@tanstack/react-router'

import type { Ability, Session } from '#contract/access/session.ts'

/** A page of the settings. */
export interface Section {
  readonly to: NonNullable<LinkProps['to']>
  readonly label: string
  /** Its name within a sentence, if it isn't the label. */
  readonly phrase?: string
  readonly icon: Icon
  /** Without this ability it isn't listed, and its address says why. */
  readonly ability?: Ability
  /** Takes the room of the list of pages, too. */
  readonly isWide?: boolean
  /** Only where the account's records are in this service, or only where they are in another one. */
  readonly records?: 'here' | 'elsewhere'
}

/** All pages of the settings in their groups and order; the sub-navigation, the palette and the way in follow it. */
export const sectionGroups: readonly { readonly label: string; readonly sections: readonly Section[] }[] = [
  {
    label: 'You',
    sections: [
      { to: '/settings/profile', label: 'Profile', icon: IconUserCircle },
      { to: '/settings/notifications', label: 'Notifications', icon: IconBell, records: 'here' },
      { to: '/settings/security', label: 'Security', icon: IconShieldLock },
    ],
  },
  {
    label: 'Business',
    sections: [
      {
        to: '/settings/company',
        label: 'Company',
        icon: IconBuildingStore,
        ability: 'settings.manage',
        records: 'here',
      },
      {
        to: '/settings/people',
        label: 'People',
        icon: IconUsersGroup,
        ability: 'members.manage',
      },
      {
        to: '/settings/templates',
        label: 'Templates',
        icon: IconTemplate,
        ability: 'settings.manage',
        records: 'here',
      },
      {
        to: '/settings/custom-fields',
        label: 'Custom fields',
        icon: IconForms,
        ability: 'settings.manage',
        records: 'here',
      },
      {
        to: '/settings/audit-log',
        label: 'Audit log',
        phrase: 'the audit log',
        icon: IconHistory,
        ability: 'audit.view',
      },
    ],
  },
  {
    label: 'Developers',
    sections: [
      {
        to: '/settings/connection',
        label: 'Connection',
        icon: IconPlugConnected,
        ability: 'settings.manage',
        records: 'elsewhere',
      },
      {
        to: '/settings/credentials',
        label: 'API credentials',
        icon: IconKey,
        ability: 'credentials.manage',
        records: 'here',
      },
      { to: '/settings/api', label: 'API reference', icon: IconApi, records: 'here', isWide: true },
    ],
  },
]

/** Returns why a person can't use that page: `missing` on this service, or `locked` for their role. */
export const obstacle = (
  { ability, records }: Pick<Section, 'ability' | 'records'>,
  session: Session,
): 'missing' | 'locked' | undefined => {
  if (records !== undefined && session.features.records !== (records === 'here')) return 'missing'
  return ability === undefined || session.abilities.includes(ability) ? undefined : 'locked'
}

/** Returns the groups with the pages that the person can use. */
export const openGroups = (session: Session) =>
  sectionGroups
    .map(({ label, sections }) => ({
      label,
      sections: sections.filter((section) => obstacle(section, session) === undefined),
    }))
    .filter(({ sections }) => sections.length > 0)

/** The same without groups. */
export const openSections = (session: Session): readonly Section[] =>
  openGroups(session).flatMap(({ sections }) => sections)
