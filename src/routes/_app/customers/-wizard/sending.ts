import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'

import type { CustomFieldConfig } from '#contract/custom-fields.ts'
import type { Customer, CustomerRow } from '#contract/customers.ts'

import { type NewCustomer, customerFingerprint, customerForm } from '#api/customer-form.ts'
import { customers } from '#api/customers.ts'
import { ApiError } from '#api/errors.ts'
import { type Attempt, freshKey, isDefinite, nextMove } from './attempt.ts'

export type Sending =
  | { kind: 'idle' }
  | { kind: 'sending'; share: number }
  | { kind: 'waiting'; seconds: number }
  | { kind: 'looking' }
  | { kind: 'stopped'; isThere: boolean | undefined }
  | { kind: 'lost'; isThere: boolean | undefined }
  | { kind: 'found'; customer: CustomerRow }
  | { kind: 'failed'; error: ApiError }

interface Options {
  fields: readonly CustomFieldConfig[]
  knowsKeys: boolean
  last: Attempt | undefined
  /** Remembers the attempt; awaited before the first byte is sent. */
  remember: (attempt: Attempt) => Promise<unknown>
  onCreated: (customer: Customer) => void
  onRefused: (fields: Readonly<Record<string, string>>) => void
}

/** Sends a customer so that there is exactly one, whatever happens to the answers. */
export function useSending({ fields, knowsKeys, last, remember, onCreated, onRefused }: Options) {
  const [state, setState] = useState<Sending>({ kind: 'idle' })
  const attempt = useRef(last)
  const underWay = useRef<AbortController | null>(null)
  const waiting = useRef<(() => void) | null>(null)
  const { mutateAsync } = useMutation(customers.create())
  const queryClient = useQueryClient()

  const note = async (next: Attempt) => {
    attempt.current = next
    await remember(next)
  }

  /** Whether the customer of a lost answer exists after all. Undefined: that cannot be told now. */
  const look = async (lost: Attempt): Promise<CustomerRow | false | undefined> => {
    const wanted = { page: 1, size: 25, search: lost.email, sort: '-id' }
    try {
      const { rows } = await queryClient.fetchQuery({ ...customers.list(wanted), staleTime: 0, retry: false })
      return rows.find((row) => isSame(row, lost)) ?? false
    } catch {
      return undefined
    }
  }

  const lose = async (lost: Attempt, kind: 'lost' | 'stopped') => {
    if (knowsKeys) return setState({ kind, isThere: undefined })
    setState({ kind: 'looking' })
    const found = await look(lost)
    if (found) return setState({ kind: 'found', customer: found })
    if (found === false) await note({ ...lost, outcome: 'refused' })
    setState({ kind, isThere: found === false ? false : undefined })
  }

  /** Gives whether the time is up, and not cut short. */
  const countDown = async (fromSeconds: number, signal: AbortSignal) => {
    for (let seconds = Math.min(fromSeconds, 300); seconds > 0 && !signal.aborted; seconds -= 1) {
      setState({ kind: 'waiting', seconds })
      const isCut = await new Promise<boolean>((done) => {
        const timer = setTimeout(done, 1000, false)
        const cut = () => {
          clearTimeout(timer)
          done(true)
        }
        waiting.current = cut
        signal.addEventListener('abort', cut, { once: true })
      })
      if (isCut) break
    }
    waiting.current = null
    return !signal.aborted
  }

  const transmit = async (
    customer: NewCustomer,
    fingerprint: string,
    key: string,
    abort: AbortController,
  ) => {
    const { email, name, last_name } = customer
    const open: Attempt = { key, fingerprint, email, name, last_name, outcome: 'open' }
    await note(open)
    setState({ kind: 'sending', share: 0 })
    try {
      const created = await mutateAsync({
        form: customerForm(customer, fields),
        key,
        signal: abort.signal,
        onProgress: (share) => setState((old) => (old.kind === 'sending' ? { kind: 'sending', share } : old)),
      })
      setState({ kind: 'idle' })
      onCreated(created)
    } catch (error) {
      if (abort.signal.aborted) return lose(open, 'stopped')
      // A key that is spent on another body: that earlier request did reach the service. And what is no error of the
      // API is an answer that could not be read.
      const isOpen =
        !(error instanceof ApiError) || 'Idempotency-Key' in error.fields || !isDefinite(error.kind)
      if (isOpen) return lose(open, 'lost')
      await note({ ...open, outcome: 'refused' })
      if (error.kind === 'rate-limited' && (await countDown(error.retryAfterSeconds ?? 5, abort.signal))) {
        return transmit(customer, fingerprint, key, abort)
      }
      if (abort.signal.aborted) return setState({ kind: 'stopped', isThere: false })
      setState({ kind: 'failed', error })
      onRefused(error.fields)
    }
  }

  const send = async (customer: NewCustomer, again: 'carefully' | 'anyway' = 'carefully') => {
    // A second click finds the first one at work; while it only waits, the click ends the waiting.
    if (underWay.current) return waiting.current?.()
    const abort = new AbortController()
    underWay.current = abort
    try {
      const fingerprint = customerFingerprint(customer, fields)
      const before = again === 'anyway' ? undefined : attempt.current
      const move = nextMove(before, fingerprint, { knowsKeys, freshKey })
      if (move.kind === 'send') return await transmit(customer, fingerprint, move.key, abort)
      setState({ kind: 'looking' })
      const found = before && (await look(before))
      if (found) return setState({ kind: 'found', customer: found })
      if (found === undefined) return setState({ kind: 'lost', isThere: undefined })
      await transmit(customer, fingerprint, freshKey(), abort)
    } finally {
      underWay.current = null
    }
  }

  return {
    state,
    send,
    stop: () => underWay.current?.abort(),
    /** The refusal has been seen to. */
    dismiss: () => setState((old) => (old.kind === 'failed' ? { kind: 'idle' } : old)),
  }
}

const fold = (text: string) => text.trim().toLowerCase()

function isSame(row: CustomerRow, { email, name, last_name }: Attempt): boolean {
  return (
    fold(row.email) === fold(email) &&
    fold(row.name) === fold(name) &&
    fold(row.last_name) === fold(last_name)
  )
}
