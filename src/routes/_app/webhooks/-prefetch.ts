import type { QueryClient } from '@tanstack/react-query'

import { prefetchForSession } from '#api/session.ts'
import type { Features } from '#contract/access/session.ts'

/** Prefetches a screen's queries if the role may see webhooks: otherwise each request would end as a 403. */
export const prefetchWithFeatures = (
  queryClient: QueryClient,
  prefetch: (features: Features) => void,
): void =>
  prefetchForSession(queryClient, ({ abilities, features }) => {
    if (abilities.includes('settings.manage')) prefetch(features)
  })
