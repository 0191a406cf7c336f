import { useQuery, useQueryClient } from '@tanstack/react-query'

import { customerArchive } from '#api/customer-archive.ts'
import type { ApiError } from '#api/errors.ts'
import { useSingleFlightMutation } from '#kit/single-flight-mutation.ts'
import { toast } from '#kit/toast.ts'

import { changeWords } from '../-changes/change-words.ts'

interface Change {
  readonly id: number
  readonly isArchived: boolean
  readonly version: string
}

/** Whether the customer is archived, undefined until that is known, and the way to change it. */
export function useArchive(id: number, name: string, isOffered: boolean) {
  const client = useQueryClient()
  const { data } = useQuery({ ...customerArchive.one(id), enabled: isOffered })
  const failed =
    (title: string) =>
    ({ kind, message }: ApiError) => {
      void client.invalidateQueries(customerArchive.one(id))
      const reason =
        kind === 'changed' ? `${name} was changed in the meantime. Check the page, then try again` : message
      toast.failed(`archive-${id}`, title, { autoClose: false })({ message: reason })
    }
  const undo = useSingleFlightMutation({
    ...customerArchive.set(),
    onSuccess: (_, { isArchived }: Change) =>
      void toast.success(`${name} ${isArchived ? 'archived' : 'active'} again`),
    onError: failed('Couldn’t undo'),
  })
  const set = useSingleFlightMutation({
    ...customerArchive.set(),
    onSuccess: (version, { isArchived }: Change) =>
      void toast.success(`${name} ${isArchived ? 'archived' : 'unarchived'}`, {
        undo: () => undo.mutate({ id, isArchived: !isArchived, version }),
      }),
    onError: (error, { isArchived }) =>
      failed(changeWords[isArchived ? 'archive' : 'unarchive'].failed)(error),
  })
  return {
    isArchived: data?.isArchived,
    setArchived: (isArchived: boolean) => data && set.mutate({ id, isArchived, version: data.version }),
  }
}
