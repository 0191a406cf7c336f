import { useQuery, useSuspenseQuery } from '@tanstack/react-query'

import { counts } from '#api/counts.ts'
import { session } from '#api/session.ts'
import { useIdle } from '#kit/lazy-with-retry.ts'

/** Counts of what needs attention; undefined until the page is idle, and where the service doesn't count. */
export function useCounts() {
  const idle = useIdle()
  // Not one that a parent was drawn with: right after a switch of accounts that is still the previous one.
  const { features } = useSuspenseQuery(session.current()).data
  return useQuery({ ...counts.now(), enabled: idle && features.records }).data
}
