import { useMantineColorScheme } from '@mantine/core'
import {
  IconBan,
  IconBell,
  IconBookmark,
  IconDeviceDesktop,
  IconFileInvoice,
  IconKeyboard,
  IconLink,
  IconLogout,
  IconMoon,
  IconPencil,
  IconPlus,
  IconShieldCheck,
  IconSun,
  IconSwitchHorizontal,
  IconTrash,
  IconUpload,
} from '@tabler/icons-react'
import { type UseNavigateResult, useNavigate } from '@tanstack/react-router'
import type { ComponentType, ReactNode } from 'react'

import type { Ability, Session } from '#contract/access/session.ts'
import { copyLink } from '#kit/copy-with-toast.ts'
import { useOfferedActions } from '#kit/page-actions.ts'
import { statusWord } from '#parts/invoices/invoice-status.tsx'
import { openSections } from '#parts/settings-sections.ts'
import { searchOf, usePersonViews } from '#parts/views/person-views.ts'
import { creationOn, creationsOf } from '#routes/-navigation/creations.ts'
import { useLeave, useSwitchAccount } from '#routes/-navigation/leaving.ts'
import { isLocked, isOffered, navigation, notificationsKey, partsOf } from '#routes/-navigation/navigation.ts'

import { openNotifications } from '../-notifications/notification-state.ts'

/** A row of the palette that does something or opens a screen. */
export interface Command {
  readonly label: string
  readonly icon: ReactNode
  /** The keys that do the same, one after the other. */
  readonly keys?: readonly string[]
  readonly run: () => void
}

/** Commands of the palette, by where it offers them. */
export interface Commands {
  /** Actions on the record on the screen. */
  readonly page: readonly Command[]
  readonly screens: readonly Command[]
  /** Commands offered before anything is typed. */
  readonly create: readonly Command[]
  /** Commands that are found by name only. */
  readonly more: readonly Command[]
}

type Sign = ComponentType<{ size: number; stroke: number }>
const icon = (Icon: Sign): ReactNode => <Icon size={18} stroke={1.7} aria-hidden />

/** Returns everything that the palette can do besides opening records, as far as the person may. */
export function useCommands(session: Session, onShortcuts: () => void): Commands {
  const navigate = useNavigate()
  const { setColorScheme } = useMantineColorScheme()
  const leave = useLeave()
  const switchAccount = useSwitchAccount()
  const offered = useOfferedActions()
  const views = usePersonViews()
  const here = creationOn(location.pathname, session)
  const create = creationsOf(session).map((creation): Command => ({
    label: `New ${creation.noun}`,
    icon: icon(IconPlus),
    ...(creation === here && { keys: ['C'] }),
    run: () => void navigate({ to: creation.to, search: {} }),
  }))
  const scheme = (value: 'light' | 'dark' | 'auto', label: string, sign: Sign): Command => ({
    label,
    icon: icon(sign),
    run: () => setColorScheme(value),
  })
  return {
    page: [
      ...offered
        .toSorted((a, b) => placeOf(a.icon) - placeOf(b.icon))
        .map((action) => ({ ...action, icon: icon(action.icon) })),
      { label: 'Copy link to this page', icon: icon(IconLink), run: () => void copyLink(location.href) },
    ],
    screens: navigation
      .filter((screen) => isOffered(screen, session) && !isLocked(screen, session))
      .map((screen) => ({
        label: screen.label,
        icon: icon(screen.icon),
        keys: ['G', screen.key.toUpperCase()],
        run: () => void navigate({ to: screen.to }),
      })),
    create,
    more: [
      ...(session.features.records
        ? [
            {
              label: 'Notifications',
              icon: icon(IconBell),
              keys: ['G', notificationsKey.toUpperCase()],
              run: openNotifications,
            },
          ]
        : []),
      ...views.map((view) => ({
        label: view.name,
        icon: icon(IconBookmark),
        run: () => void navigate({ to: view.list as never, search: searchOf(view.search) }),
      })),
      ...placesBelowLists(session, navigate),
      ...(session.abilities.includes('settings.manage')
        ? [
            {
              label: 'Check a signature',
              icon: icon(IconShieldCheck),
              run: () => void navigate({ to: '/webhooks/checker' }),
            },
          ]
        : []),
      ...openSections(session).map(({ to, label, icon: Icon }) => ({
        label: `Settings: ${label}`,
        icon: icon(Icon),
        run: () => void navigate({ to }),
      })),
      ...session.accounts
        .filter(({ id }) => id !== session.account.id)
        .map(({ id, name }) => ({
          label: `Switch to ${name}`,
          icon: icon(IconSwitchHorizontal),
          run: () => switchAccount(id),
        })),
      scheme('light', 'Light theme', IconSun),
      scheme('dark', 'Dark theme', IconMoon),
      scheme('auto', 'System theme', IconDeviceDesktop),
      { label: 'Keyboard shortcuts', icon: icon(IconKeyboard), keys: ['?'], run: onShortcuts },
      { label: 'Sign out', icon: icon(IconLogout), run: () => leave.mutate(false) },
    ],
  }
}

/** Screens that a list leads to. */
function placesBelowLists(session: Session, navigate: UseNavigateResult<string>): Command[] {
  if (!session.features.records) return []
  const can = (ability: Ability) => session.abilities.includes(ability)
  return [
    ...navigation
      .flatMap((screen) => partsOf(screen, session))
      .map(({ to, label, icon: sign }) => ({ label, icon: icon(sign), run: () => void navigate({ to }) })),
    ...(['overdue', 'outstanding', 'draft'] as const).map((status) => ({
      label: `${statusWord(status)} invoices`,
      icon: icon(IconFileInvoice),
      run: () => void navigate({ to: '/invoices', search: { status } }),
    })),
    can('customers.manage') && {
      label: 'Import customers',
      icon: icon(IconUpload),
      run: () => void navigate({ to: '/customers/import' }),
    },
    can('services.manage') && {
      label: 'Import services',
      icon: icon(IconUpload),
      run: () => void navigate({ to: '/services/import' }),
    },
    can('customers.manage') && {
      label: 'Trash',
      icon: icon(IconTrash),
      run: () => void navigate({ to: '/customers/trash' }),
    },
  ].filter((command) => command !== false)
}

/** Parts of a page offer their actions in any order: editing comes first, and what destroys comes last. */
const placeOf = (sign: Sign) => (sign === IconPencil ? 0 : sign === IconTrash || sign === IconBan ? 2 : 1)
