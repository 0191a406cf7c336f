import type { QueryClient } from '@tanstack/react-query'

import { contacts } from './contacts.ts'
import { ApiError } from './errors.ts'
import { type Pending, sendLater } from './grace.ts'

type Outcome =
  | { readonly kind: 'deleted' }
  /** Refused, or a response was lost; all of them can be sent again. */
  | { readonly kind: 'failed'; readonly error: ApiError }

/** Deletes contacts after the time to undo. */
export function deleteContactsLater(client: QueryClient, ids: readonly number[]): Pending<Outcome> {
  return sendLater('contacts', ids, async (leaving) => {
    try {
      await client.getMutationCache().build(client, contacts.remove()).execute({ ids, leaving })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      return { kind: 'failed', error }
    }
    for (const id of ids) client.removeQueries({ queryKey: contacts.one(id, { records: true }).queryKey })
    return { kind: 'deleted' }
  })
}
