import { useSuspenseQuery } from '@tanstack/react-query'

import { session } from '#api/session.ts'
import type { Features } from '#contract/access/session.ts'

/** Returns what works in the current account. */
export const useFeatures = (): Features => useSuspenseQuery(session.current()).data.features
