import { keepPreviousData, useQuery } from '@tanstack/react-query'

import { customerArchive } from '#api/customer-archive.ts'

/** Which of these customers are archived, where that is asked for. */
export function useArchivedAmong(
  rows: readonly { readonly id: number }[] | undefined,
  isAsked: boolean,
): ReadonlySet<number> | undefined {
  const ids = rows?.map(({ id }) => id) ?? []
  const { data } = useQuery({
    ...customerArchive.among(ids),
    enabled: isAsked && ids.length > 0,
    placeholderData: keepPreviousData,
  })
  return isAsked ? data : undefined
}
