import { StatusBadge } from '#kit/status-badge.tsx'

import { stateWord } from './service-words.ts'

/** In words, never in color alone; active services have none. */
export function StateBadge({ isActive }: { isActive: boolean }) {
  return isActive ? null : <StatusBadge tone="neutral">{stateWord(isActive)}</StatusBadge>
}
