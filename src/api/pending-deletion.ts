import type { QueryClient } from '@tanstack/react-query'

import { deletedAtOnce } from '#contract/customers/customers.ts'
import { type Store, createStore } from '#lib/store.ts'

import { customers } from './customers.ts'
import {
  type Deleted,
  type Progress,
  type Steps,
  type Stopped,
  checkAgain,
  chunksOf,
  deleteAll,
} from './deletion.ts'
import { fetchPart } from './errors.ts'
import { type Pending, type Undone, sendLater } from './grace.ts'

/** How a deletion ended. */
export type Outcome = Deleted | Undone

/** A deletion of customers that can still be taken back. */
export interface PendingDeletion extends Pending<Deleted> {
  /** How far it is, once it is sent. */
  readonly progress: Store<Progress | undefined>
}

/** Deletes customers after the time to undo, in one call. */
export function deleteLater(client: QueryClient, ids: readonly number[]): PendingDeletion {
  const progress = createStore<Progress | undefined>(undefined)
  const pending = sendLater('customers', ids, (leaving) => remove(client, ids, leaving, progress.set))
  return { ...pending, progress }
}

/** Checks which of the customers were deleted when a deletion left that unclear. */
export async function recheck(client: QueryClient, stopped: Stopped): Promise<Outcome> {
  const outcome = await checkAgain(
    stopped,
    stepsOf(client, false, () => undefined),
  )
  await client.invalidateQueries({ queryKey: customers.all })
  return outcome
}

async function remove(
  client: QueryClient,
  ids: readonly number[],
  leaving: boolean,
  onProgress: (progress: Progress) => void,
): Promise<Deleted> {
  const steps = stepsOf(client, leaving, onProgress)
  const outcome = await deleteAll(ids, leaving ? sentAtOnce(ids, steps) : steps)
  const remaining = new Set(outcome.kind === 'stopped' ? [...outcome.left, ...outcome.unclear] : [])
  for (const id of ids) if (!remaining.has(id)) client.removeQueries({ queryKey: customers.one(id).queryKey })
  // A screen that was left would show them once more, with a photo that is gone, until it is read again.
  for (const queryKey of [customers.all, ['overview']]) client.removeQueries({ queryKey, type: 'inactive' })
  // The deletion may not have finished yet when the lost response made the lists reload.
  if (outcome.kind === 'stopped') await client.invalidateQueries({ queryKey: customers.all })
  return outcome
}

/** The same with all requests sent at once: a page that is being closed can't send any later. */
function sentAtOnce(ids: readonly number[], steps: Steps): Steps {
  const sent = chunksOf(ids, deletedAtOnce).map((chunk) => steps.remove(chunk))
  for (const each of sent) each.catch(() => undefined)
  return { ...steps, remove: () => sent.shift() ?? Promise.resolve() }
}

function stepsOf(client: QueryClient, leaving: boolean, onProgress: Steps['onProgress']): Steps {
  return {
    remove: (ids) => client.getMutationCache().build(client, customers.remove()).execute({ ids, leaving }),
    // Only asked when an answer was lost.
    existing: async (some) => (await fetchPart(import('./existing-customers.ts'))).existingCustomers(some),
    pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    onProgress,
  }
}
