import {
  IconAddressBook,
  IconFileInvoice,
  IconLayoutDashboard,
  IconPackages,
  IconUsers,
  IconWebhook,
} from '@tabler/icons-react'

import type { Session } from '#contract/session.ts'

/** The screens of the navigation, in its order. `needs` names the ability without which a screen is locked. */
export const navigation = [
  { to: '/overview', label: 'Overview', icon: IconLayoutDashboard, needs: undefined },
  { to: '/customers', label: 'Customers', icon: IconUsers, needs: undefined },
  { to: '/invoices', label: 'Invoices', icon: IconFileInvoice, needs: undefined },
  { to: '/services', label: 'Services', icon: IconPackages, needs: undefined },
  { to: '/contacts', label: 'Contacts', icon: IconAddressBook, needs: 'contacts.view' },
  { to: '/webhooks', label: 'Webhooks', icon: IconWebhook, needs: 'settings.manage' },
] as const

/** Whether a screen is closed to whoever is signed in. */
export const isLocked = (
  { needs }: Pick<(typeof navigation)[number], 'needs'>,
  { abilities }: Session,
): boolean => needs !== undefined && !abilities.includes(needs)
