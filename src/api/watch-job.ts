import type { QueryClient } from '@tanstack/react-query'

import { customers } from './customers.ts'
import { ApiError, type ErrorKind } from './errors.ts'
import type { FilterValue } from './whole-list.ts'

/** The service may have begun although no response arrived. */
export const isUnanswered = ({ kind }: { readonly kind: ErrorKind }): boolean =>
  kind === 'timeout' || kind === 'offline' || kind === 'broken'

const pollEveryMs = 1_000
const pollFailedEveryMs = 3_000

/**
 * Reports the progress of work on many customers until it has finished, and returns how. `undefined` as progress: the
 * service can't be reached, and continues meanwhile. Rejects if the service says that there is no such work.
 */
export async function watchJob<Job extends { readonly state: string }>(
  client: QueryClient,
  read: () => Promise<Job>,
  onProgress: (job: Job | undefined) => void,
): Promise<Job> {
  for (;;) {
    const job = await read().catch((error: unknown) => {
      if (error instanceof ApiError && isUnanswered(error)) return undefined
      throw error
    })
    if (job && job.state !== 'running') {
      await client.invalidateQueries({ queryKey: customers.all })
      return job
    }
    onProgress(job)
    await new Promise((resolve) => setTimeout(resolve, job ? pollEveryMs : pollFailedEveryMs))
  }
}

/** A filter without what narrows nothing: the service takes no unknown filters, and no empty ones. */
export const givenFilter = (filter: Readonly<Record<string, FilterValue>>) =>
  Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined && value !== ''))
