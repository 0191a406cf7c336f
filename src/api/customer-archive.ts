import { mutationOptions, queryOptions } from '@tanstack/react-query'

import { setArchived, showArchive } from '#contract/customers/archive.ts'

import { callVersioned } from './client.ts'
import { customers } from './customers.ts'

/** Which customers are archived. */
export const customerArchive = {
  /** Whether a customer is archived, with the version that archiving it names. */
  one: (id: number) =>
    queryOptions({
      queryKey: [...customers.all, 'archive', id] as const,
      queryFn: async ({ signal }) => {
        const { response, version } = await callVersioned(showArchive, { params: { id } }, signal)
        return { isArchived: response.data.archived_at !== null, version: version ?? '' }
      },
    }),
  /** Archives a customer or makes it active again, and returns the new version. */
  set: () =>
    mutationOptions({
      mutationFn: async ({ id, isArchived, version }: { id: number; isArchived: boolean; version: string }) =>
        (await callVersioned(setArchived, { params: { id }, body: { is_archived: isArchived }, version }))
          .version ?? '',
      meta: { stale: customers.all },
    }),
}
