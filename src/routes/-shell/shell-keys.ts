import { useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'

import { undoLast } from '#api/grace.ts'
import type { Ability, Session } from '#contract/session.ts'
import { isTyping, useKeys, usePageKeys } from '#kit/page-keys.ts'
import { isLocked, isOffered, navigation, notificationsKey } from '#routes/-navigation/navigation.ts'

import { openNotifications } from '../-notifications/notification-state.ts'
import { openPalette } from '../-palette/palette-state.ts'

/** How long G waits for the letter of a screen. */
const sequenceMs = 1_500

/** The keys that work on every screen. A list's own keys come first. */
export function useShellKeys({ session, onShortcuts }: { session: Session; onShortcuts: () => void }): void {
  const navigate = useNavigate()
  const goPressedAt = useRef(-Infinity)
  // Creates a record of the kind on the screen; a customer if that kind can't be created.
  const create = () => {
    const can = (ability: Ability) => session.abilities.includes(ability)
    const isOn = (list: string) => session.features.records && location.pathname.startsWith(list)
    if (location.pathname.startsWith('/webhooks') && can('settings.manage'))
      void navigate({ to: '/webhooks/new' })
    else if (isOn('/invoices/recurring') && can('invoices.manage'))
      void navigate({ to: '/invoices/recurring/new', search: {} })
    else if (isOn('/invoices') && can('invoices.manage')) void navigate({ to: '/invoices/new' })
    else if (isOn('/proposals') && can('proposals.manage'))
      void navigate({ to: '/proposals/new', search: {} })
    else if (isOn('/contracts') && can('contracts.manage'))
      void navigate({ to: '/contracts/new', search: {} })
    else if (isOn('/meetings') && can('meetings.manage')) void navigate({ to: '/meetings/new', search: {} })
    else if (isOn('/services') && can('services.manage')) void navigate({ to: '/services/new', search: {} })
    else if (isOn('/contacts') && can('contacts.manage')) void navigate({ to: '/contacts/new' })
    else if (can('customers.manage')) void navigate({ to: '/customers/new' })
    else return false
    return true
  }
  useKeys(({ key, ctrlKey, metaKey, shiftKey }, target) => {
    const letter = key.toLowerCase()
    const isCommand = (ctrlKey || metaKey) && !shiftKey
    // In inputs too, where it has no other use.
    if (isCommand && letter === 'k') openPalette()
    else if (isTyping(target)) return false
    else if (isCommand && letter === 'z') return undoLast()
    else return false
    return true
  })
  usePageKeys(({ key }) => {
    const letter = key.toLowerCase()
    const isAfterGo = performance.now() - goPressedAt.current < sequenceMs
    goPressedAt.current = letter === 'g' && !isAfterGo ? performance.now() : -Infinity
    if (isAfterGo) {
      if (letter === notificationsKey && session.features.records) openNotifications()
      const screen = navigation.find((one) => one.key === letter)
      if (screen && isOffered(screen, session) && !isLocked(screen, session)) void navigate({ to: screen.to })
      return true
    }
    if (letter === '?') onShortcuts()
    else if (letter === '/') openPalette()
    else if (letter === 'c') return create()
    else return letter === 'g'
    return true
  })
}
