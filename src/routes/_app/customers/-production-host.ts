import { useSuspenseQuery } from '@tanstack/react-query'

import { session } from '#api/session.ts'

/** The host of the service that the account is on, where its data is live; null elsewhere. */
export function useProductionHost(): string | null {
  const { environment, host } = useSuspenseQuery(session.current()).data.account
  return environment === 'production' ? (host ?? null) : null
}
