import { useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'

import { undoLast } from '#api/grace.ts'
import type { Session } from '#contract/access/session.ts'
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
  const create = async () => {
    const { creationOn } = await import('#routes/-navigation/creations.ts')
    const creation = creationOn(location.pathname, session)
    if (creation) void navigate({ to: creation.to, search: {} })
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
    else if (letter === 'c') void create().catch(() => undefined)
    else return letter === 'g'
    return true
  })
}
