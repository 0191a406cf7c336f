import type { QueryClient } from '@tanstack/react-query'

import { session } from '#api/session.ts'

/** Begins to read what a screen will show, unless the role does not open it anyway. Never fails, and is not waited for. */
export function readAhead(queryClient: QueryClient, read: (features: readonly string[]) => void): void {
  void queryClient.ensureQueryData(session.current()).then(
    ({ abilities, features }) => {
      if (abilities.includes('settings.manage')) read(features)
    },
    () => undefined,
  )
}
