import { type QueryClient, mutationOptions } from '@tanstack/react-query'

import { deleteContact } from '#contract/customers/contacts.ts'

import { call } from './client.ts'
import { contacts } from './contacts.ts'
import { ApiError } from './errors.ts'
import { type Pending, sendLater } from './grace.ts'

type Outcome =
  | { readonly kind: 'deleted' }
  /** Refused, or a response was lost; all of them can be sent again. */
  | { readonly kind: 'failed'; readonly error: ApiError }

interface Deletion {
  readonly ids: readonly number[]
  /** The page is going away, and the calls have to outlive it. */
  readonly leaving: boolean
}

const deletion = mutationOptions({
  mutationFn: async ({ ids, leaving }: Deletion) => {
    if (leaving) await Promise.all(ids.map((id) => removeOne(id, true)))
    else for (const id of ids) await removeOne(id, false)
  },
  meta: { stale: contacts.all },
})

async function removeOne(id: number, keepalive: boolean): Promise<void> {
  try {
    await call(deleteContact, { params: { id }, keepalive })
  } catch (error) {
    // Already gone: by an attempt whose response was lost, or by a colleague.
    if (!(error instanceof ApiError && error.kind === 'absent')) throw error
  }
}

/** Deletes contacts after the time to undo, one by one. */
export function deleteContactsLater(client: QueryClient, ids: readonly number[]): Pending<Outcome> {
  return sendLater('contacts', ids, async (leaving) => {
    try {
      await client.getMutationCache().build(client, deletion).execute({ ids, leaving })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      return { kind: 'failed', error }
    }
    for (const id of ids) client.removeQueries({ queryKey: contacts.one(id, { records: true }).queryKey })
    return { kind: 'deleted' }
  })
}
