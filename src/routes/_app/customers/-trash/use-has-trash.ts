import { useSuspenseQuery } from '@tanstack/react-query'

import { session } from '#api/session.ts'

/** Whether the service keeps deleted customers for a while. */
export const useHasTrash = (): boolean => useSuspenseQuery(session.current()).data.features.records
