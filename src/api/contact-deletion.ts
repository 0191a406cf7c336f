import type { QueryClient } from '@tanstack/react-query'

import { contacts } from './contacts.ts'
import { ApiError } from './errors.ts'
import { type Pending, sendLater } from './grace.ts'

type Outcome =
  | { readonly kind: 'deleted' }
  /** Refused, or its response was lost; it can be sent again. */
  | { readonly kind: 'failed'; readonly error: ApiError }

/** Deletes a contact after the time to undo. */
export function deleteContactLater(client: QueryClient, id: number): Pending<Outcome> {
  return sendLater('contacts', [id], async (leaving) => {
    try {
      await client.getMutationCache().build(client, contacts.remove()).execute({ id, leaving })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      // Already gone: by an attempt whose response was lost, or by a colleague.
      if (error.kind !== 'absent') return { kind: 'failed', error }
    }
    client.removeQueries({ queryKey: contacts.one(id, { records: true }).queryKey })
    return { kind: 'deleted' }
  })
}
