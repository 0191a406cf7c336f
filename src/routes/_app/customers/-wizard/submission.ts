import type { ApiError } from '#api/errors.ts'
import type { CustomerRow } from '#contract/customers/customers.ts'
import { fold } from '#contract/values/folding.ts'

/** The last time this customer was sent. Saved with the draft, so that it survives a crash. */
export interface Attempt {
  key: string
  fingerprint: string
  /** Whom to look for when the response was lost. */
  email: string
  name: string
  last_name: string
  /** `open`: sent without a response, so the customer may exist. `refused`: the customer wasn't created. */
  outcome: 'open' | 'refused'
}

/** State of the screen. `exists` is undefined where it's unknown whether the customer was created. */
export type Phase =
  | { kind: 'idle' }
  | { kind: 'sending'; share: number }
  | { kind: 'waiting'; seconds: number }
  | { kind: 'checking' }
  | { kind: 'stopped'; exists: boolean | undefined }
  | { kind: 'lost'; exists: boolean | undefined }
  | { kind: 'found'; customer: CustomerRow }
  | { kind: 'failed'; error: ApiError }

/** The state of a submission. */
export interface Submission {
  readonly phase: Phase
  readonly attempt: Attempt | undefined
}

/** Events of a submission. */
export type SubmissionEvent =
  | { kind: 'started'; attempt: Omit<Attempt, 'outcome'> }
  | { kind: 'progressed'; share: number }
  | { kind: 'created' }
  | { kind: 'refused'; error: ApiError }
  /** The rate limit resets in so many seconds; sent again each second. */
  | { kind: 'rate-limited'; seconds: number }
  /** Stopped while waiting: nothing had been sent. */
  | { kind: 'abandoned' }
  /** The request ended without a response that could be read. */
  | { kind: 'unanswered'; after: 'stopped' | 'lost' }
  | { kind: 'checking' }
  /** `found` is false where the service has no such customer, and undefined where that can't be told. */
  | { kind: 'checked'; after: 'stopped' | 'lost'; found: CustomerRow | false | undefined }
  | { kind: 'dismissed' }

const longestWaitSeconds = 300

/** Returns the submission after an event. */
export function reduceSubmission(state: Submission, event: SubmissionEvent): Submission {
  const { phase, attempt } = state
  switch (event.kind) {
    case 'started':
      return { phase: { kind: 'sending', share: 0 }, attempt: { ...event.attempt, outcome: 'open' } }
    case 'progressed':
      return phase.kind === 'sending' ? { phase: { kind: 'sending', share: event.share }, attempt } : state
    case 'created':
      return { phase: { kind: 'idle' }, attempt }
    case 'refused':
      return { phase: { kind: 'failed', error: event.error }, attempt: refused(attempt) }
    case 'rate-limited':
      return {
        phase: { kind: 'waiting', seconds: Math.min(event.seconds, longestWaitSeconds) },
        attempt: refused(attempt),
      }
    case 'abandoned':
      return { phase: { kind: 'stopped', exists: false }, attempt }
    case 'unanswered':
      return { phase: { kind: event.after, exists: undefined }, attempt }
    case 'checking':
      return { phase: { kind: 'checking' }, attempt }
    case 'checked':
      return checked(attempt, event)
    case 'dismissed':
      return phase.kind === 'failed' ? { phase: { kind: 'idle' }, attempt } : state
  }
}

function checked(
  attempt: Attempt | undefined,
  { after, found }: Extract<SubmissionEvent, { kind: 'checked' }>,
): Submission {
  if (found) return { phase: { kind: 'found', customer: found }, attempt }
  if (found === undefined) return { phase: { kind: after, exists: undefined }, attempt }
  return { phase: { kind: after, exists: false }, attempt: refused(attempt) }
}

const refused = (attempt: Attempt | undefined): Attempt | undefined =>
  attempt && { ...attempt, outcome: 'refused' }

/** Whether a submission is in progress, so that the form must not change. */
export const isInProgress = ({ kind }: Phase): boolean =>
  kind === 'sending' || kind === 'waiting' || kind === 'checking'

/** Send the customer under this key, or check first whether they exist. */
export type NextMove = { kind: 'send'; key: string } | { kind: 'check' }

/**
 * Returns how to continue without ever creating two customers. The service answers the same request under the same key
 * only once; where it doesn't know keys, or the form has changed since a response was lost, check first.
 */
export function nextMove(
  last: Attempt | undefined,
  fingerprint: string,
  { supportsIdempotency, freshKey }: { supportsIdempotency: boolean; freshKey: () => string },
): NextMove {
  if (!last) return { kind: 'send', key: freshKey() }
  const isSame = last.fingerprint === fingerprint
  if (last.outcome === 'refused') return { kind: 'send', key: isSame ? last.key : freshKey() }
  return isSame && supportsIdempotency ? { kind: 'send', key: last.key } : { kind: 'check' }
}

/** Whether the error rules out that the customer was created. */
export function isDefinite(error: ApiError): boolean {
  // A key that is spent on another body: that earlier request did reach the service.
  if ('Idempotency-Key' in error.fields) return false
  return ['refused', 'rate-limited', 'forbidden', 'unauthenticated', 'absent'].includes(error.kind)
}

/** Whether this is the customer that an attempt tried to create. */
export const isSameCustomer = (row: CustomerRow, { email, name, last_name }: Attempt): boolean =>
  same(row.email, email) && same(row.name, name) && same(row.last_name, last_name)

const same = (one: string, other: string) => fold(one.trim()) === fold(other.trim())
