import { useSuspenseQuery } from '@tanstack/react-query'

import { session } from '#api/session.ts'

/** Returns what the service offers around webhooks, and the whole list of its features for queries. */
export function useFeatures() {
  const { data } = useSuspenseQuery(session.current())
  const { features } = data
  const has = (feature: 'details' | 'activity' | 'deliveries' | 'test' | 'rotate' | 'retry') =>
    features.includes(`webhooks.${feature}`)
  return { features, has, hasEventTypes: features.includes('event-types') }
}
