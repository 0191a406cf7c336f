import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'

import { type NewCustomer, customerFingerprint, customerForm } from '#api/customer-form.ts'
import { customerWrites } from '#api/customer-writes.ts'
import { customers } from '#api/customers.ts'
import { ApiError } from '#api/errors.ts'
import type { CustomFieldConfig } from '#contract/customers/custom-fields.ts'
import type { Customer, CustomerRow } from '#contract/customers/customers.ts'
import { newKey } from '#lib/new-key.ts'
import { withPhoto } from '#parts/customer-inputs/with-photo.ts'

import {
  type Attempt,
  type Submission,
  type SubmissionEvent,
  isDefinite,
  isSameCustomer,
  nextMove,
  reduceSubmission,
} from './submission.ts'

/** A submission that can be read between two renders as well. */
export interface SubmissionStore {
  readonly state: Submission
  readonly current: () => Submission
  readonly dispatch: (event: SubmissionEvent) => void
}

/** Owns the submission of the open form, starting from the attempt its draft was saved with. */
export function useSubmissionStore(attempt: Attempt | undefined): SubmissionStore {
  const [state, setState] = useState<Submission>({ phase: { kind: 'idle' }, attempt })
  const latest = useRef(state)
  return {
    state,
    current: () => latest.current,
    dispatch: (event) => {
      latest.current = reduceSubmission(latest.current, event)
      setState(latest.current)
    },
  }
}

interface Options {
  fields: readonly CustomFieldConfig[]
  supportsIdempotency: boolean
  /** Saves the attempt with the draft; awaited before the first byte is sent. */
  save: () => Promise<unknown>
  onCreated: (customer: Customer) => void
  onRejected: (fields: Readonly<Record<string, string>>) => void
}

/** Sends a customer so that exactly one is created, whatever happens to the responses. */
export function useSubmission(store: SubmissionStore, options: Options) {
  const { fields, supportsIdempotency, save, onCreated, onRejected } = options
  const { current, dispatch } = store
  const controller = useRef<AbortController | null>(null)
  const skipWait = useRef<(() => void) | null>(null)
  const { mutateAsync } = useMutation(customerWrites.create())
  const queryClient = useQueryClient()

  const update = async (event: SubmissionEvent) => {
    dispatch(event)
    await save()
  }

  /** Returns the customer of a lost response, false where there is none, undefined where that can't be told now. */
  const check = async (lost: Attempt): Promise<CustomerRow | false | undefined> => {
    dispatch({ kind: 'checking' })
    const query = { page: 1, size: 25, search: lost.email, sort: '-id' }
    try {
      const { rows } = await queryClient.fetchQuery({ ...customers.list(query), staleTime: 0, retry: false })
      return rows.find((row) => isSameCustomer(row, lost)) ?? false
    } catch {
      return undefined
    }
  }

  const resolveUnanswered = async (lost: Attempt, after: 'lost' | 'stopped') => {
    if (supportsIdempotency) return dispatch({ kind: 'unanswered', after })
    await update({ kind: 'checked', after, found: await check(lost) })
  }

  /** Counts down to the end of the rate limit, or until somebody skips it. Returns whether to send again. */
  const waitForLimit = async (retryAfterSeconds: number, signal: AbortSignal) => {
    await update({ kind: 'rate-limited', seconds: retryAfterSeconds })
    for (;;) {
      const { phase } = current()
      if (phase.kind !== 'waiting' || phase.seconds <= 0 || signal.aborted) break
      const isSkipped = await secondOrSkip(signal, (skip) => (skipWait.current = skip))
      if (isSkipped) break
      dispatch({ kind: 'rate-limited', seconds: phase.seconds - 1 })
    }
    skipWait.current = null
    return !signal.aborted
  }

  const transmit = async (customer: NewCustomer, key: string, signal: AbortSignal): Promise<void> => {
    const { email, name, last_name } = customer
    const attempt = { key, fingerprint: customerFingerprint(customer, fields), email, name, last_name }
    await update({ kind: 'started', attempt })
    try {
      const created = await mutateAsync({
        form: customerForm(customer, fields),
        contact: customer.contact,
        key,
        signal,
        onProgress: (share) => dispatch({ kind: 'progressed', share }),
      })
      dispatch({ kind: 'created' })
      onCreated(created)
    } catch (error) {
      const sent: Attempt = { ...attempt, outcome: 'open' }
      if (signal.aborted) return resolveUnanswered(sent, 'stopped')
      // Anything but an error of the API is a response that couldn't be read.
      if (!(error instanceof ApiError) || !isDefinite(error)) return resolveUnanswered(sent, 'lost')
      if (error.kind === 'rate-limited') {
        if (await waitForLimit(error.retryAfterSeconds ?? 5, signal)) return transmit(customer, key, signal)
        return dispatch({ kind: 'abandoned' })
      }
      await update({ kind: 'refused', error })
      onRejected(error.fields)
    }
  }

  const send = async (form: NewCustomer, again: 'carefully' | 'anyway' = 'carefully') => {
    // A second click finds the first one at work; while that only waits, the click ends the waiting.
    if (controller.current) return skipWait.current?.()
    const abort = (controller.current = new AbortController())
    try {
      const customer = await withPhoto(form)
      const last = again === 'anyway' ? undefined : current().attempt
      const move = nextMove(last, customerFingerprint(customer, fields), {
        supportsIdempotency,
        freshKey: newKey,
      })
      if (move.kind === 'send') return await transmit(customer, move.key, abort.signal)
      const found = last && (await check(last))
      if (found !== false) return dispatch({ kind: 'checked', after: 'lost', found })
      await transmit(customer, newKey(), abort.signal)
    } finally {
      controller.current = null
    }
  }

  return { send, stop: () => controller.current?.abort() }
}

/** Returns true when skipped or aborted before the second is over. */
function secondOrSkip(signal: AbortSignal, onSkip: (skip: () => void) => void): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, 1000, false)
    const skip = () => {
      clearTimeout(timer)
      resolve(true)
    }
    onSkip(skip)
    signal.addEventListener('abort', skip, { once: true })
  })
}
