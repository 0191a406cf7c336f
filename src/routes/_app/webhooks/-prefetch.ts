import type { QueryClient } from '@tanstack/react-query'

import { session } from '#api/session.ts'

/**
 * Prefetches a screen's queries without awaiting them, as the loaders of all lists do, once it is known which features
 * there are and that the role may see webhooks: otherwise each request would end as a 403. Never throws.
 */
export function prefetchWithFeatures(
  queryClient: QueryClient,
  prefetch: (features: readonly string[]) => void,
): void {
  void queryClient.ensureQueryData(session.current()).then(
    ({ abilities, features }) => {
      if (abilities.includes('settings.manage')) prefetch(features)
    },
    () => undefined,
  )
}
