import {
  type Icon,
  IconAddressBook,
  IconBuildingBank,
  IconCalendarEvent,
  IconFileInvoice,
  IconFileText,
  IconLayoutDashboard,
  IconPackages,
  IconReceiptRefund,
  IconRepeat,
  IconSettings,
  IconSignature,
  IconUsers,
  IconWebhook,
} from '@tabler/icons-react'

import type { Ability, Session } from '#contract/access/session.ts'

/** A screen of the navigation. */
export interface Screen {
  readonly to:
    | '/overview'
    | '/customers'
    | '/invoices'
    | '/proposals'
    | '/contracts'
    | '/meetings'
    | '/services'
    | '/contacts'
    | '/webhooks'
    | '/settings'
  readonly label: string
  readonly icon: Icon
  /** The letter after G that opens it. */
  readonly key: string
  /** The ability without which it's locked. */
  readonly needs?: Ability
  /** Only listed where the account's records are in this service. */
  readonly needsRecords?: true
  /** Lists that belong to it, shown below it while it's open. */
  readonly parts?: readonly ScreenPart[]
}

/** A list below a screen; only where the account's records are in this service. */
export interface ScreenPart {
  readonly to:
    | '/invoices/recurring'
    | '/invoices/subscriptions'
    | '/invoices/plans'
    | '/invoices/credit-notes'
    | '/invoices/bank'
  readonly label: string
  readonly icon: Icon
  /** The ability without which it isn't offered. */
  readonly needs?: Ability
}

const invoiceParts: readonly ScreenPart[] = [
  { to: '/invoices/recurring', label: 'Recurring invoices', icon: IconRepeat },
  { to: '/invoices/subscriptions', label: 'Subscriptions', icon: IconRepeat },
  { to: '/invoices/plans', label: 'Plans', icon: IconPackages },
  { to: '/invoices/credit-notes', label: 'Credit notes', icon: IconReceiptRefund },
  { to: '/invoices/bank', label: 'Bank payments', icon: IconBuildingBank, needs: 'invoices.manage' },
]

/** The screens in their groups and order. */
export const navigationGroups: readonly { readonly label: string; readonly screens: readonly Screen[] }[] = [
  {
    label: 'Work',
    screens: [
      { to: '/overview', label: 'Overview', icon: IconLayoutDashboard, key: 'o' },
      { to: '/customers', label: 'Customers', icon: IconUsers, key: 'c' },
      { to: '/invoices', label: 'Invoices', icon: IconFileInvoice, key: 'i', parts: invoiceParts },
      { to: '/proposals', label: 'Proposals', icon: IconFileText, key: 'p', needsRecords: true },
      { to: '/contracts', label: 'Contracts', icon: IconSignature, key: 't', needsRecords: true },
      { to: '/meetings', label: 'Meetings', icon: IconCalendarEvent, key: 'm', needsRecords: true },
      { to: '/services', label: 'Services', icon: IconPackages, key: 's' },
      { to: '/contacts', label: 'Contacts', icon: IconAddressBook, key: 'n', needs: 'contacts.view' },
    ],
  },
  {
    label: 'Connections',
    screens: [{ to: '/webhooks', label: 'Webhooks', icon: IconWebhook, key: 'w', needs: 'settings.manage' }],
  },
  {
    label: 'Account',
    screens: [{ to: '/settings', label: 'Settings', icon: IconSettings, key: ',' }],
  },
]

/** The letter after G that opens the notifications. */
export const notificationsKey = 'b'

/** All screens of the navigation, in its order. */
export const navigation: readonly Screen[] = navigationGroups.flatMap(({ screens }) => screens)

/** Returns the parts of a screen that the person may open. */
export const partsOf = ({ parts = [] }: Screen, { features, abilities }: Session): readonly ScreenPart[] =>
  features.records ? parts.filter(({ needs }) => needs === undefined || abilities.includes(needs)) : []

/** Returns whether the service has that screen. */
export const isOffered = ({ needsRecords }: Pick<Screen, 'needsRecords'>, { features }: Session): boolean =>
  !needsRecords || features.records

/** Returns whether the signed-in person's role has no access to that screen. */
export const isLocked = ({ needs }: Pick<Screen, 'needs'>, { abilities }: Session): boolean =>
  needs !== undefined && !abilities.includes(needs)

/** Returns the roles that have that ability, in words. */
export const lockedText = (ability: string | undefined): string =>
  ability === 'settings.manage' ? 'Admins only' : 'Not available to your role'
